package io.landbridge.host.boot;

import io.landbridge.plugin.PluginConfig;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** The adapter to one line of the server; loaded by name, after the symbol check has passed. */
public interface HostModule {

  /**
   * Registers the beans of the server's core context: the storage that shows derived instances, and
   * what starts and stops the plugin.
   *
   * @param beans the context's beans
   * @param slot where the running plugin is put
   * @param config settings
   * @param server line and version of the server, for people
   */
  void registerCore(
      DefaultListableBeanFactory beans, PluginSlot slot, PluginConfig config, String server);

  /**
   * Registers, in the server's core context, what keeps clients of 1.x away until the server shows
   * what the legacy cluster does, and keeps those that do not beat here yet from expiring; called
   * only when an operator wants it.
   *
   * @param beans the context's beans
   * @param slot where the running plugin is put
   */
  void registerInPlace(DefaultListableBeanFactory beans, PluginSlot slot);

  /**
   * Registers the admin API.
   *
   * @param beans the beans of the server's web context
   * @param slot where the running plugin is
   */
  void registerHttp(DefaultListableBeanFactory beans, PluginSlot slot);

  /**
   * Registers the console page.
   *
   * @param beans the beans of the server's web context
   */
  void registerConsole(DefaultListableBeanFactory beans);
}
