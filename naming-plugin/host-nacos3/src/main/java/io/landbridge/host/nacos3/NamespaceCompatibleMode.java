package io.landbridge.host.nacos3;

import java.lang.reflect.Method;
import java.util.function.BooleanSupplier;

/**
 * Whether the server keeps configurations of the default namespace twice, once as 2.x spells it
 * ({@code nacos.config.namespace.compatible.mode}). Servers from 3.0 to 3.2 have that mode; 3.3
 * removed it with the class that told of it, so the class is looked up and not linked to.
 */
final class NamespaceCompatibleMode {

  private static final String CLASS =
      "com.alibaba.nacos.config.server.configuration.ConfigCompatibleConfig";

  private NamespaceCompatibleMode() {}

  /**
   * Looks it up.
   *
   * @param loader the server's classes
   * @return asks the server, which may be told otherwise while it runs; never true on a server
   *     without the mode
   * @throws ReflectiveOperationException if the class is there and cannot be asked: then nobody
   *     knows whether the mode is on
   */
  static BooleanSupplier of(ClassLoader loader) throws ReflectiveOperationException {
    Class<?> type;
    try {
      type = Class.forName(CLASS, true, loader);
    } catch (ClassNotFoundException e) {
      return () -> false;
    }
    Object config = type.getMethod("getInstance").invoke(null);
    Method mode = type.getMethod("isNamespaceCompatibleMode");
    return () -> {
      try {
        return (boolean) mode.invoke(config);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("the server does not tell its compatible mode", e);
      }
    };
  }
}
