package io.landbridge.host.view;

import io.landbridge.view.derived.Caller;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who asks for a service on the thread that asks, from the request to the storage: between the two
 * is the server, which hands nobody on. Safe for use from any thread.
 */
public final class Callers {

  private final ThreadLocal<@Nullable Supplier<Caller>> asking = new ThreadLocal<>();
  private final Supplier<Optional<Caller>> http;

  /**
   * Makes one that knows nobody yet.
   *
   * @param http finds the consumer whose HTTP request is answered on the thread; empty where none
   *     is, or where it is an administrator's
   */
  public Callers(Supplier<Optional<Caller>> http) {
    this.http = http;
  }

  /** Answers a request. */
  @FunctionalInterface
  public interface Answering<T, E extends Exception> {

    /** Answers it. */
    T answer() throws E;
  }

  /**
   * Answers a request of a caller on this thread.
   *
   * @param caller tells who asks; asked only if it makes a difference
   */
  public <T, E extends Exception> T as(Supplier<Caller> caller, Answering<T, E> answering)
      throws E {
    Supplier<Caller> before = asking.get();
    asking.set(caller);
    try {
      return answering.answer();
    } finally {
      if (before == null) {
        asking.remove();
      } else {
        asking.set(before);
      }
    }
  }

  /** Who asks on this thread, if that is known. */
  Optional<Caller> current() {
    Supplier<Caller> caller = asking.get();
    return caller == null ? http.get() : Optional.of(caller.get());
  }
}
