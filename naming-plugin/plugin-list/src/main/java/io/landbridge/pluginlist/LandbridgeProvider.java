package io.landbridge.pluginlist;

import com.alibaba.nacos.api.plugin.PluginConfigSpec;
import com.alibaba.nacos.api.plugin.PluginProvider;
import com.alibaba.nacos.api.plugin.PluginType;
import com.alibaba.nacos.sys.utils.ApplicationUtils;
import io.landbridge.host.boot.PluginSlot;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the plugin into the server's list as {@code trace:landbridge}: of the types there are, the
 * one of plugins that observe. Made by the server; throws nothing.
 */
public final class LandbridgeProvider implements PluginProvider<PluginConfigSpec> {

  private static final Logger LOG = LoggerFactory.getLogger(LandbridgeProvider.class);

  private static final String NAME = "landbridge";

  /** Made by the server. */
  public LandbridgeProvider() {}

  /** The server takes null, as any failure, for a provider without plugins. */
  @Override
  public @Nullable PluginType getPluginType() {
    try {
      return PluginType.TRACE;
    } catch (LinkageError e) {
      LOG.debug("no such type", e);
      return null;
    }
  }

  @Override
  public Map<String, PluginConfigSpec> getAllPlugins() {
    try {
      PluginSlot slot = ApplicationUtils.getBean(PluginSlot.class);
      return Map.of(NAME, new ListedPlugin(slot::status, slot.settings(), isLive()));
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("Landbridge is not in Nacos's list of plugins. Nothing else is affected.", e);
      return Map.of();
    }
  }

  /** Since 3.3 the list keeps what a plugin first said of itself, and has modes of effect. */
  private static boolean isLive() {
    try {
      Class.forName(
          "com.alibaba.nacos.api.plugin.ConfigItemEffectMode",
          false,
          PluginProvider.class.getClassLoader());
      return false;
    } catch (ClassNotFoundException e) {
      return true;
    }
  }
}
