package io.landbridge.compat.program;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * The Dubbo on the class path. One per process, for one thread: Dubbo hands what came with an
 * answer to the thread that called.
 */
public interface Dubbo {

  /**
   * The one there is.
   *
   * @throws IllegalStateException if there is none or more than one
   */
  static Dubbo onClassPath() {
    Iterator<Dubbo> found = ServiceLoader.load(Dubbo.class).iterator();
    if (!found.hasNext()) {
      throw new IllegalStateException("There is no Dubbo on the class path");
    }
    Dubbo dubbo = found.next();
    if (found.hasNext()) {
      throw new IllegalStateException(
          "Two kinds of Dubbo on the class path: " + dubbo + ", " + found.next());
    }
    return dubbo;
  }

  /** Its version. */
  String version();

  /** Registers services; returns when all are registered. */
  void provide(Participant participant, Map<String, Integer> ports, List<Offer<?>> offers);

  /**
   * Gets ready to make references.
   *
   * @param timeoutMillis how long a call may take
   */
  void consume(Participant participant, int timeoutMillis);

  /** Makes a reference, whether or not a provider is there. */
  <T> T reference(ServiceName<T> service);

  /** Reads what came with the last answer to the calling thread. */
  Optional<String> attachment(String key);

  /** Why Dubbo refused to make a call; empty if the failure is not Dubbo's. */
  Optional<Refusal> refusal(RuntimeException failure);

  /** Deregisters and ends. */
  void stop();
}
