package io.landbridge.registry;

import java.util.Optional;

/**
 * How one of several things went that were asked for at once.
 *
 * @param value what it gave
 * @param failure why it gave nothing; one of the two is there
 */
public record Attempt<T>(Optional<T> value, Optional<RegistryException> failure) {

  /** Checks that it is one of the two. */
  public Attempt {
    if (value.isPresent() == failure.isPresent()) {
      throw new IllegalArgumentException("either a value or a failure");
    }
  }

  /** What gives the value, or fails. */
  @FunctionalInterface
  public interface Source<T> {

    /** Gives it. */
    T get() throws RegistryException;
  }

  /** Tries it, now. */
  public static <T> Attempt<T> of(Source<? extends T> source) {
    try {
      return new Attempt<>(Optional.of(source.get()), Optional.empty());
    } catch (RegistryException e) {
      return new Attempt<>(Optional.empty(), Optional.of(e));
    }
  }

  /**
   * What it gave.
   *
   * @throws RegistryException if it failed
   */
  public T get() throws RegistryException {
    if (failure.isPresent()) {
      throw failure.get();
    }
    return value.orElseThrow();
  }
}
