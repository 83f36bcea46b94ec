package io.landbridge.store;

import io.landbridge.state.Change;
import io.landbridge.state.StateView;
import java.util.List;

/**
 * The store as one command finds and leaves it. What is looked at is read and decoded once, however
 * often it is asked for. Of one thread; every method throws {@link StoreException} when the store
 * is broken.
 */
public interface Transaction extends StateView, AutoCloseable {

  /**
   * Stores the changes of the command, all or none of them, and counts the command. At most once,
   * and nothing is read afterwards.
   *
   * @param changes at most one per record
   */
  void commit(List<Change> changes);

  /** Lets the store be closed or loaded again. */
  @Override
  void close();
}
