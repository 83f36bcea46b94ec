package io.landbridge.compat.program;

import demo.GreetService;
import demo.OrderService;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.rpc.RpcException;

/**
 * The consumer's references, made when first needed and kept. One that could not be made is tried
 * again at the next call, so that the consumer outlives every state of the registry.
 *
 * <p>For one thread: Dubbo hands the response attachments to the calling thread.
 */
final class References {

  /**
   * Dubbo 3 says the same of a service without addresses and of one whose addresses do not answer;
   * only the counts in its message differ.
   */
  private static final Pattern LISTED_BUT_GONE =
      Pattern.compile("No provider available.*\\(invokers: [1-9].* validInvokers: 0");

  private final int timeoutMillis;
  private final Map<Class<?>, Object> proxies = new HashMap<>();
  private final ResponseAttachments attachments = new ResponseAttachments();

  References(int timeoutMillis) {
    this.timeoutMillis = timeoutMillis;
  }

  /** Subscribes without calling. */
  void subscribe(Class<?> service) {
    proxy(service);
  }

  Outcome perform(Call<?> call) {
    try {
      return answered(call);
    } catch (RpcException e) {
      return refused(call, e);
    } catch (RuntimeException | LinkageError e) {
      return new Outcome.Failed(call, e.getClass().getName(), message(e));
    }
  }

  private <T> Outcome answered(Call<T> call) {
    T proxy = proxy(call.service());
    long start = System.nanoTime();
    String answer = call.perform().apply(proxy);
    long millis = (System.nanoTime() - start) / 1_000_000;
    return attachments
        .read(Identity.ATTACHMENT)
        .<Outcome>map(
            identity -> new Outcome.Answered(call, answer, Identity.parse(identity), millis))
        .orElseGet(
            () ->
                new Outcome.Failed(
                    call, "unidentified", "Answered '" + answer + "', but not said by whom"));
  }

  private <T> T proxy(Class<T> service) {
    Object proxy = proxies.get(service);
    if (proxy == null) {
      proxy = reference(service).get();
      proxies.put(service, proxy);
    }
    return service.cast(proxy);
  }

  private <T> ReferenceConfig<T> reference(Class<T> service) {
    ReferenceConfig<T> reference = new ReferenceConfig<>();
    reference.setInterface(service);
    if (service == GreetService.class) {
      reference.setGroup("grpA");
      reference.setVersion("1.0.0");
    } else if (service == OrderService.class) {
      reference.setVersion("2.0.0");
    }
    reference.setCheck(false);
    reference.setRetries(0);
    reference.setTimeout(timeoutMillis);
    return reference;
  }

  private static Outcome refused(Call<?> call, RpcException e) {
    String message = message(e);
    if (LISTED_BUT_GONE.matcher(message).find()) {
      return new Outcome.Unreachable(call, message);
    }
    if (e.isForbidden() || e.isNoInvokerAvailableAfterFilter()) {
      return new Outcome.NoProvider(call, message);
    }
    return new Outcome.Failed(call, RpcException.class.getName() + " " + e.getCode(), message);
  }

  private static String message(Throwable e) {
    return Objects.requireNonNullElse(e.getMessage(), e.getClass().getName());
  }
}
