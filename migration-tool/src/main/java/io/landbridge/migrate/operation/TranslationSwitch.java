package io.landbridge.migrate.operation;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.plugin.PluginApplication;

/** The switch the plugin has for every application. */
public interface TranslationSwitch {

  /** Where it stands. */
  PluginApplication look(ApplicationKey key) throws RegistryException;

  /**
   * Turns it; what it entails may still be under way when this returns.
   *
   * @param force show it although foreign instances share its service name
   */
  PluginApplication turn(ApplicationKey key, boolean on, boolean force) throws RegistryException;

  /**
   * Turns it on, and shows the application to some consumer processes alone.
   *
   * @param audience which
   * @param force show it although foreign instances share its service name
   */
  PluginApplication show(ApplicationKey key, Audience audience, boolean force)
      throws RegistryException;
}
