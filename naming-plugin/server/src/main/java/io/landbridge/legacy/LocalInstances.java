package io.landbridge.legacy;

import java.util.List;

/** The port to what is registered in this cluster, of whatever kind. */
public interface LocalInstances {

  /** Nothing is registered, and nothing ever will be. */
  LocalInstances NONE =
      new LocalInstances() {
        @Override
        public boolean isReady() {
          return false;
        }

        @Override
        public List<LocalInstance> read() {
          return List.of();
        }

        @Override
        public void onChange(Runnable listener) {}
      };

  /** Whether clients can reach this server and it has all their data. */
  boolean isReady();

  /**
   * Everything this member answers for, no two with the same key; a fresh list, in time
   * proportional to it. What has not changed since the last call is most likely the same object.
   */
  List<LocalInstance> read();

  /**
   * Asks to be told that something may have changed. Asked for once there is a bridge.
   *
   * @param listener quick, called from any thread
   */
  void onChange(Runnable listener);
}
