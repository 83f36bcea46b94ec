package io.landbridge.compat.program;

import com.alibaba.nacos.api.naming.NamingService;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Watches which services there are, as clients can since 3.0; looked up, for others cannot. */
final class FuzzyWatch {

  private static final String WATCHER =
      "com.alibaba.nacos.api.naming.listener.FuzzyWatchEventWatcher";
  private static final String GROUP = "DEFAULT_GROUP";

  private FuzzyWatch() {}

  /**
   * Begins to watch the services of the default group.
   *
   * @param pattern of their names
   * @param told what happened, as the client calls it, and to which service; on the client's thread
   * @throws IllegalArgumentException if the client cannot do this
   */
  static void begin(NamingService naming, String pattern, BiConsumer<String, String> told) {
    try {
      Class<?> watcher = Class.forName(WATCHER);
      Object proxy =
          Proxy.newProxyInstance(
              watcher.getClassLoader(),
              new Class<?>[] {watcher},
              (self, method, arguments) -> answer(self, method, arguments, told));
      NamingService.class
          .getMethod("fuzzyWatch", String.class, String.class, watcher)
          .invoke(naming, pattern, GROUP, proxy);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException("the client refuses", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("this client cannot watch patterns", e);
    }
  }

  private static @Nullable Object answer(
      Object self, Method method, Object @Nullable [] arguments, BiConsumer<String, String> told)
      throws ReflectiveOperationException {
    return switch (method.getName()) {
      case "hashCode" -> System.identityHashCode(self);
      case "equals" -> arguments != null && arguments[0] == self;
      case "toString" -> "watcher";
      case "onEvent" -> {
        if (arguments != null) {
          told.accept(read(arguments[0], "getChangeType"), read(arguments[0], "getServiceName"));
        }
        yield null;
      }
      // No executor: on the client's own thread.
      default -> null;
    };
  }

  private static String read(Object event, String property) throws ReflectiveOperationException {
    return String.valueOf(event.getClass().getMethod(property).invoke(event));
  }
}
