package io.landbridge.compat.server.list;

import com.alibaba.nacos.api.plugin.ConfigItemDefinition;
import com.alibaba.nacos.api.plugin.PluginConfigSpec;
import com.alibaba.nacos.api.plugin.PluginProvider;
import com.alibaba.nacos.api.plugin.PluginStateChecker;
import com.alibaba.nacos.api.plugin.PluginStateCheckerHolder;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Lists what implements the API once the server has started, as servers of 3.2 do: what a plugin
 * says of its values is kept as it was given. Switches are of this server alone and are forgotten
 * when it ends. Safe for use from any thread.
 */
@AutoConfiguration
@ConditionalOnWebApplication
@RestController
@RequestMapping("/v3/admin/core/plugin")
public class PluginList implements PluginStateChecker {

  private final Map<String, Listed> plugins = new ConcurrentHashMap<>();
  private final Map<String, Boolean> enabled = new ConcurrentHashMap<>();

  /**
   * A plugin of the list.
   *
   * @param pluginId type and name
   * @param enabled the position of its switch
   * @param config what it says of its values
   * @param configDefinitions what these are
   */
  public record Shown(
      String pluginId,
      boolean enabled,
      Map<String, String> config,
      List<ConfigItemDefinition> configDefinitions) {}

  private record Listed(Map<String, String> config, List<ConfigItemDefinition> definitions) {}

  /** Made by Spring. */
  public PluginList() {}

  /** Fills the list. */
  @EventListener(ApplicationReadyEvent.class)
  public void fill() {
    PluginStateCheckerHolder.setInstance(this);
    for (PluginProvider<?> provider : ServiceLoader.load(PluginProvider.class)) {
      String type = provider.getPluginType().getType();
      provider
          .getAllPlugins()
          .forEach(
              (name, plugin) -> {
                if (plugin instanceof PluginConfigSpec spec) {
                  plugins.put(
                      type + ":" + name,
                      new Listed(spec.getCurrentConfig(), spec.getConfigDefinitions()));
                }
              });
    }
  }

  @Override
  public boolean isPluginEnabled(String type, String name) {
    return enabled.getOrDefault(type + ":" + name, true);
  }

  /** Everything that is in the list. */
  @GetMapping("/list")
  public List<Shown> list() {
    return new TreeMap<>(plugins).keySet().stream().map(this::shown).toList();
  }

  /** Turns a switch. */
  @PutMapping("/status")
  public Shown turn(
      @RequestParam("pluginType") String type,
      @RequestParam("pluginName") String name,
      @RequestParam("enabled") boolean on) {
    enabled.put(type + ":" + name, on);
    return shown(type + ":" + name);
  }

  private Shown shown(String id) {
    Listed listed = plugins.get(id);
    if (listed == null) {
      throw new IllegalArgumentException("no such plugin: " + id);
    }
    return new Shown(
        id, enabled.getOrDefault(id, true), Map.copyOf(listed.config()), listed.definitions());
  }
}
