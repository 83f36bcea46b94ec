package io.landbridge.compat.program;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The consumer's references, made when first needed and kept. One that could not be made is tried
 * again at the next call, so that the consumer outlives every state of the registry.
 *
 * <p>For one thread, like {@link Dubbo}.
 */
final class References {

  /**
   * Dubbo 3 says the same of a service without addresses and of one whose addresses do not answer;
   * only the counts in its message differ.
   */
  private static final Pattern LISTED_BUT_GONE =
      Pattern.compile("No provider available.*\\(invokers: [1-9].* validInvokers: 0");

  private final Dubbo dubbo;
  private final Map<ServiceName<?>, Object> proxies = new HashMap<>();

  References(Dubbo dubbo) {
    this.dubbo = dubbo;
  }

  /** Subscribes without calling. */
  void subscribe(ServiceName<?> service) {
    proxy(service);
  }

  Outcome perform(Call<?> call) {
    try {
      return answered(call);
    } catch (RuntimeException e) {
      return refused(call, e);
    } catch (LinkageError e) {
      return failed(call, e);
    }
  }

  private <T> Outcome answered(Call<T> call) {
    T proxy = proxy(call.service());
    long start = System.nanoTime();
    String answer = call.perform().apply(proxy);
    long millis = (System.nanoTime() - start) / 1_000_000;
    return dubbo
        .attachment(Identity.ATTACHMENT)
        .<Outcome>map(
            identity -> new Outcome.Answered(call, answer, Identity.parse(identity), millis))
        .orElseGet(
            () ->
                new Outcome.Failed(
                    call, "unidentified", "Answered '" + answer + "', but not said by whom"));
  }

  private <T> T proxy(ServiceName<T> service) {
    Object proxy = proxies.get(service);
    if (proxy == null) {
      proxy = dubbo.reference(service);
      proxies.put(service, proxy);
    }
    return service.type().cast(proxy);
  }

  private Outcome refused(Call<?> call, RuntimeException e) {
    String message = message(e);
    Optional<Refusal> refusal = dubbo.refusal(e);
    if (refusal.isEmpty()) {
      return failed(call, e);
    }
    if (LISTED_BUT_GONE.matcher(message).find()) {
      return new Outcome.Unreachable(call, message);
    }
    if (refusal.get().noProvider()) {
      return new Outcome.NoProvider(call, message);
    }
    return new Outcome.Failed(call, refusal.get().error(), message);
  }

  private static Outcome failed(Call<?> call, Throwable e) {
    return new Outcome.Failed(call, e.getClass().getName(), message(e));
  }

  private static String message(Throwable e) {
    return Objects.requireNonNullElse(e.getMessage(), e.getClass().getName());
  }
}
