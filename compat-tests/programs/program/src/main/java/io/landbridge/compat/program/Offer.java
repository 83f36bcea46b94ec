package io.landbridge.compat.program;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;

/**
 * A service as a provider registers it.
 *
 * @param name what it is called
 * @param implementation of the interface that is registered
 * @param parameters of the registration
 */
public record Offer<T>(ServiceName<T> name, T implementation, Map<String, String> parameters) {

  /** Copies the map. */
  public Offer {
    parameters = Map.copyOf(parameters);
  }

  /** Offers an implementation of {@code T} under the interface of that name. */
  static <T> Offer<T> of(ServiceName<T> name, T implementation, Map<String, String> parameters) {
    T registered =
        name.type()
            .cast(
                Proxy.newProxyInstance(
                    name.type().getClassLoader(),
                    new Class<?>[] {name.type()},
                    (proxy, method, arguments) -> {
                      try {
                        return method.invoke(implementation, arguments);
                      } catch (InvocationTargetException e) {
                        throw e.getCause();
                      }
                    }));
    return new Offer<>(name, registered, parameters);
  }
}
