package io.landbridge.host.registry;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that is made when it is first asked for, and again if that fails. The library the servers
 * have for this is not the same on both lines. Safe for use from any thread.
 */
public final class Once<T> implements Supplier<T> {

  private final Supplier<T> make;
  private volatile @Nullable T made;

  /**
   * Makes none yet.
   *
   * @param make makes the value; quick, since others wait
   */
  public Once(Supplier<T> make) {
    this.make = make;
  }

  @Override
  public T get() {
    T known = made;
    return known == null ? first() : known;
  }

  private synchronized T first() {
    T known = made;
    if (known == null) {
      known = make.get();
      made = known;
    }
    return known;
  }
}
