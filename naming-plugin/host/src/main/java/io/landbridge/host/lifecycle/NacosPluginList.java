package io.landbridge.host.lifecycle;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The position of the plugin's switch in the server's list of plugins. Found by name, and not among
 * the symbols that are checked: servers before 3.2 have no such list.
 */
final class NacosPluginList implements Supplier<Optional<Boolean>> {

  private static final String HOLDER = "com.alibaba.nacos.api.plugin.PluginStateCheckerHolder";

  /** The plugin in the list, as {@code LandbridgeProvider} names it. */
  private static final String TYPE = "trace";

  private static final String NAME = "landbridge";

  private final Method instance;
  private final Method isEnabled;

  private NacosPluginList(Method instance, Method isEnabled) {
    this.instance = instance;
    this.isEnabled = isEnabled;
  }

  /** The list of the server whose classes these are; empty where it has none. */
  static Optional<Supplier<Optional<Boolean>>> of(ClassLoader server) {
    try {
      Class<?> holder = Class.forName(HOLDER, true, server);
      return Optional.of(
          new NacosPluginList(
              holder.getMethod("getInstance"),
              holder.getMethod("isPluginEnabled", String.class, String.class)));
    } catch (ReflectiveOperationException | LinkageError e) {
      return Optional.empty();
    }
  }

  /** Empty until the server has read its list. */
  @Override
  public Optional<Boolean> get() {
    try {
      if (instance.invoke(null) instanceof Optional<?> checker
          && checker.isPresent()
          && isEnabled.invoke(null, TYPE, NAME) instanceof Boolean enabled) {
        return Optional.of(enabled);
      }
      return Optional.empty();
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("the list of plugins cannot be read", e);
    }
  }
}
