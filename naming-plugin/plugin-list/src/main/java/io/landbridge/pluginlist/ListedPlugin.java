package io.landbridge.pluginlist;

import com.alibaba.nacos.api.plugin.ConfigItemDefinition;
import com.alibaba.nacos.api.plugin.ConfigItemType;
import com.alibaba.nacos.api.plugin.PluginConfigSpec;
import io.landbridge.service.answer.Status;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the list shows of the plugin: its version, its state and its settings. They can be read
 * there, and not changed: settings are those of {@code application.properties}. Safe for use from
 * any thread; throws nothing.
 */
final class ListedPlugin implements PluginConfigSpec {

  private static final Logger LOG = LoggerFactory.getLogger(ListedPlugin.class);

  private static final String VERSION = "version";
  private static final String STATE = "state";

  private final Supplier<Status> status;
  private final Map<String, String> settings;
  private final boolean live;

  /**
   * Reads nothing yet.
   *
   * @param status how this member is
   * @param settings what the plugin's settings are, defaults included
   * @param live whether the list reads values when it shows them; otherwise it keeps the first
   *     ones, and there is no state among them
   */
  ListedPlugin(Supplier<Status> status, Map<String, String> settings, boolean live) {
    this.status = status;
    this.settings = settings;
    this.live = live;
  }

  @Override
  public List<ConfigItemDefinition> getConfigDefinitions() {
    return shown().entrySet().stream()
        .map(each -> definition(each.getKey(), each.getValue()))
        .toList();
  }

  private static ConfigItemDefinition definition(String key, String value) {
    ConfigItemDefinition definition = new ConfigItemDefinition(key, key, ConfigItemType.STRING);
    definition.setDescription(
        switch (key) {
          case VERSION -> "Version of the plugin on this member. Read-only.";
          case STATE -> "What the plugin does on this member. Read-only.";
          default -> "Set in application.properties, read at start. Read-only here.";
        });
    definition.setDefaultValue(value);
    return definition;
  }

  /** Logs what was not applied: an error would keep the server from starting the next time. */
  @Override
  public void applyConfig(Map<String, String> config) {
    Map<String, String> current = shown();
    List<String> ignored =
        config.entrySet().stream()
            .filter(each -> !each.getKey().equals(STATE))
            .filter(each -> !each.getValue().equals(current.get(each.getKey())))
            .map(Map.Entry::getKey)
            .toList();
    if (!ignored.isEmpty()) {
      LOG.warn(
          "Landbridge ignores what was set in Nacos's list of plugins: set it in"
              + " application.properties and restart the member. keys={}",
          ignored);
    }
  }

  /** Read anew whenever somebody looks into it. */
  @Override
  public Map<String, String> getCurrentConfig() {
    return new AbstractMap<>() {
      @Override
      public Set<Entry<String, String>> entrySet() {
        return shown().entrySet();
      }
    };
  }

  private Map<String, String> shown() {
    Status now = status.get();
    Map<String, String> values = new LinkedHashMap<>();
    values.put(VERSION, now.pluginVersion());
    if (live) {
      values.put(STATE, state(now));
    }
    values.putAll(settings);
    return values;
  }

  private static String state(Status now) {
    if (now.suspension().suspended()) {
      return "suspended since " + Instant.ofEpochMilli(now.suspension().since());
    }
    String state = now.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return now.reason().isEmpty() ? state : state + ": " + now.reason();
  }
}
