package io.landbridge.front.nacos3;

import com.alibaba.nacos.core.code.ControllerMethodsCache;
import io.landbridge.front.V1Operation;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What of the API of 1.x the server answers itself. From 3.0 each part of it can be switched off,
 * also while the server runs; what switches it is looked up by name, as the servers that have no
 * such API any more have no switch for it either.
 *
 * <p>The server answers a request when it has a method for it that is not switched off. As long as
 * it answers beats, everything is left to it: a client is better off without half of an API than
 * with two halves.
 */
final class StockApi {

  private static final Logger LOG = LoggerFactory.getLogger(StockApi.class);

  private static final String PACKAGE = "com.alibaba.nacos.core.controller.compatibility.";

  private final ControllerMethodsCache methods;
  private final Map<V1Operation, BooleanSupplier> known = new ConcurrentHashMap<>();
  private final BooleanSupplier clientApi;

  StockApi(ControllerMethodsCache methods) {
    this.methods = methods;
    this.clientApi = switchNamed("isClientApiCompatibility");
  }

  /**
   * Whether the server answers a request.
   *
   * @param operation what is asked
   * @param request the first one of that kind shows the method the server has for it
   */
  boolean answers(V1Operation operation, HttpServletRequest request) {
    @Nullable BooleanSupplier answer = known.get(operation);
    if (answer == null) {
      answer = lookUp(request);
      known.put(operation, answer);
    }
    return answer.getAsBoolean();
  }

  private BooleanSupplier lookUp(HttpServletRequest request) {
    // The server chooses between methods of one path by parameters, and looking at those of a form
    // would use up the body.
    @Nullable Method method = methods.getMethod(new WithoutForm(request));
    if (method == null) {
      return () -> false;
    }
    for (Annotation each : method.getAnnotations()) {
      if (each.annotationType().getName().equals(PACKAGE + "Compatibility")) {
        return kind(each);
      }
    }
    return () -> true;
  }

  private BooleanSupplier kind(Annotation compatibility) {
    try {
      String type =
          compatibility.annotationType().getMethod("apiType").invoke(compatibility).toString();
      return switch (type) {
        case "OPEN_API" -> clientApi;
        case "ADMIN_API" -> adminApi(switchNamed("isAdminApiCompatibility"));
        case "CONSOLE_API" -> switchNamed("isConsoleApiCompatibility");
        default -> () -> true;
      };
    } catch (ReflectiveOperationException e) {
      LOG.warn("Request passed to Nacos unchanged: Nacos's own API could not be inspected", e);
      return () -> true;
    }
  }

  private BooleanSupplier adminApi(BooleanSupplier admin) {
    return () -> admin.getAsBoolean() || clientApi.getAsBoolean();
  }

  private static BooleanSupplier switchNamed(String getter) {
    try {
      Class<?> type = Class.forName(PACKAGE + "ApiCompatibilityConfig");
      Object config = type.getMethod("getInstance").invoke(null);
      Method method = type.getMethod(getter);
      return () -> isOn(method, config);
    } catch (ReflectiveOperationException e) {
      // What cannot be switched off is on, where it is there at all.
      return () -> true;
    }
  }

  private static boolean isOn(Method method, Object config) {
    try {
      return Boolean.TRUE.equals(method.invoke(config));
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  /** A request without parameters: no method for clients of 1.x is chosen by one. */
  private static final class WithoutForm extends HttpServletRequestWrapper {

    WithoutForm(HttpServletRequest request) {
      super(request);
    }

    @Override
    public @Nullable String getParameter(String name) {
      return null;
    }

    @Override
    public Map<String, String[]> getParameterMap() {
      return Map.of();
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
      return null;
    }
  }
}
