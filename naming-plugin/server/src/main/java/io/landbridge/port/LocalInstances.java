package io.landbridge.port;

import java.util.List;
import java.util.Optional;

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
   * What has come, changed or gone since the last call of this or of {@link #read}, as far as the
   * server tells of it, in time proportional to that; the rest is seen by the next call of {@link
   * #read}.
   *
   * @return nothing if everything must be read
   */
  default Optional<ChangedInstances> readChanged() {
    return Optional.empty();
  }

  /**
   * Asks to be told that something may have changed. Asked for once there is a bridge.
   *
   * @param listener quick, called from any thread
   */
  void onChange(Runnable listener);
}
