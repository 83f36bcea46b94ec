package io.landbridge.pluginlist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.alibaba.nacos.api.plugin.ConfigItemDefinition;
import com.alibaba.nacos.api.plugin.PluginProvider;
import com.alibaba.nacos.api.plugin.PluginType;
import io.landbridge.plugin.LandbridgePlugin;
import io.landbridge.service.answer.Status;
import io.landbridge.service.answer.SuspensionStatus;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ListedPluginTest {

  private static final Map<String, String> SETTINGS = Map.of("landbridge.view.cache", "32MB");

  private final Status started =
      LandbridgePlugin.starting("Nacos of a test").administration().status();
  private final AtomicReference<Status> status = new AtomicReference<>(started);

  @Test
  void aListThatReadsAnewShowsTheStateOfTheMoment() {
    ListedPlugin listed = new ListedPlugin(status::get, SETTINGS, true);
    Map<String, String> shown = listed.getCurrentConfig();
    assertThat(shown)
        .containsEntry("version", started.pluginVersion())
        .containsEntry("landbridge.view.cache", "32MB");
    assertThat(shown.get("state")).startsWith("starting");
    status.set(started.with(new SuspensionStatus(true, 0, true)));
    assertThat(shown).containsEntry("state", "suspended since 1970-01-01T00:00:00Z");
  }

  /** Who keeps what it was first told would show a state that is over. */
  @Test
  void aListThatKeepsWhatItReadShowsNoState() {
    ListedPlugin listed = new ListedPlugin(status::get, SETTINGS, false);
    assertThat(listed.getConfigDefinitions())
        .extracting(ConfigItemDefinition::getKey, ConfigItemDefinition::getDefaultValue)
        .containsExactly(
            tuple("version", started.pluginVersion()), tuple("landbridge.view.cache", "32MB"));
  }

  /** An exception would keep the server from starting the next time. */
  @Test
  void whatCannotBeSetHereIsNoError() {
    ListedPlugin listed = new ListedPlugin(status::get, SETTINGS, true);
    listed.applyConfig(Map.of("landbridge.view.cache", "64MB", "unknown", "x"));
    assertThat(listed.getCurrentConfig()).containsEntry("landbridge.view.cache", "32MB");
  }

  /** There is no server here, hence no slot to be found. */
  @Test
  void aProviderThatFindsNothingIsEmptyAndThrowsNothing() {
    PluginProvider<?> provider =
        ServiceLoader.load(PluginProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(LandbridgeProvider.class::isInstance)
            .findFirst()
            .orElseThrow();
    assertThat(provider.getPluginType()).isEqualTo(PluginType.TRACE);
    assertThat(provider.getAllPlugins()).isEmpty();
  }
}
