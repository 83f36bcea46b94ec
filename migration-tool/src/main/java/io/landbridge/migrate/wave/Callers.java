package io.landbridge.migrate.wave;

import io.landbridge.migrate.inventory.Call;
import java.util.List;

/**
 * Who calls some applications beside those that announce themselves.
 *
 * @param calls of those whose application is known
 * @param nameless clients of Dubbo 3 whose application nobody knows
 */
public record Callers(List<Call> calls, List<HeldConsumers.Free> nameless) {

  /** Nobody. */
  public static final Callers NONE = new Callers(List.of(), List.of());

  /** Copies the lists. */
  public Callers {
    calls = List.copyOf(calls);
    nameless = List.copyOf(nameless);
  }
}
