package io.landbridge.host.boot;

import io.landbridge.plugin.Settings;
import java.util.Optional;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** The API of 1.x for a line of the server that has none, configured. */
@FunctionalInterface
public interface Front {

  /**
   * Registers what answers the requests that the server itself does not.
   *
   * @param beans the beans of the server's web context
   * @param slot where the running plugin is
   * @param configs whether the server has what requests for configurations need
   */
  void register(DefaultListableBeanFactory beans, PluginSlot slot, boolean configs);

  /**
   * Finds the settings of a front; found by {@link java.util.ServiceLoader} on every line, so that
   * a class of one line must not be loaded before {@link Front#register}.
   */
  interface Provider {

    /** The line of the server that the front is for, as {@code nacos3}. */
    String line();

    /**
     * Reads the settings of the front.
     *
     * @param settings those of the server
     * @return nothing unless an operator wants the front
     * @throws IllegalArgumentException naming the setting that is wrong
     */
    Optional<Front> configure(Settings settings);
  }
}
