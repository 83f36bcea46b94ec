package io.landbridge.host.boot;

import io.landbridge.document.DocumentConfig;
import io.landbridge.host.logfile.LogFileSettings;
import io.landbridge.membership.MembershipConfig;
import io.landbridge.observe.ObserverConfig;
import io.landbridge.plugin.Extension;
import io.landbridge.plugin.PluginConfig;
import io.landbridge.publish.PublisherConfig;
import io.landbridge.view.ViewConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/**
 * The plugin's settings in the server's {@code application.properties}, all under {@code
 * landbridge.}; read once. Durations are written as Spring Boot does: {@code 300ms}, {@code 10s},
 * {@code 32MB}.
 */
final class PluginSettings {

  private static final String ENABLED = "landbridge.enabled";
  private static final String CONSOLE = "landbridge.console.enabled";
  private static final String IN_PLACE = "landbridge.bridge.in-place";

  /**
   * Dubbo 3 asks for a document three times, a second apart, and once more so ten seconds later;
   * the rest is for the instances that made it ask to arrive.
   */
  private static final Duration SHORTEST_UNUSED = Duration.ofSeconds(20);

  private final Environment environment;
  private final RecordedSettings settings;
  private final Iterable<Extension.Provider> extensions;
  private final Iterable<Front.Provider> fronts;

  /**
   * Reads nothing yet.
   *
   * @param environment the server's settings
   * @param extensions what is in the jar beside the catalog; at most one
   * @param fronts the APIs of 1.x in the jar; at most one for each line of the server
   */
  PluginSettings(
      Environment environment,
      Iterable<Extension.Provider> extensions,
      Iterable<Front.Provider> fronts) {
    this.environment = environment;
    this.settings = new RecordedSettings(new EnvironmentSettings(environment));
    this.extensions = extensions;
    this.fronts = fronts;
  }

  /** Every setting that was read until now, with its value or default, in order of the keys. */
  Map<String, String> effective() {
    return settings.effective();
  }

  /**
   * Whether the plugin is wanted at all.
   *
   * @throws IllegalArgumentException if the setting is neither true nor false
   */
  boolean isEnabled() {
    return settings.isTrue(ENABLED, true);
  }

  /**
   * Whether the server has the console page.
   *
   * @throws IllegalArgumentException if the setting is neither true nor false
   */
  boolean isConsole() {
    return settings.isTrue(CONSOLE, true);
  }

  /**
   * The API of 1.x for a line of the server, where an operator wants it.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  Optional<Front> front(String line) {
    Optional<Front> found = Optional.empty();
    for (Front.Provider each : fronts) {
      Optional<Front> front = each.configure(settings);
      if (each.line().equals(line)) {
        found = front;
      }
    }
    return found;
  }

  /**
   * Whether this server stands where one of the legacy cluster stood, so that clients of 1.x must
   * not be answered before it shows what that cluster does.
   *
   * @throws IllegalArgumentException if the setting is neither true nor false
   */
  boolean isInPlace() {
    return settings.isTrue(IN_PLACE, false);
  }

  /**
   * Reads what concerns the log file.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  LogFileSettings logFile() {
    @Nullable String directory = environment.getProperty("nacos.logs.path");
    // The server's own rules for where its home is.
    Path logs =
        directory == null
            ? Path.of(
                environment.getProperty(
                    "nacos.home", environment.getProperty("user.home", "") + "/nacos"),
                "logs")
            : Path.of(directory);
    return new LogFileSettings(
        settings.isTrue("landbridge.log.enabled", true),
        logs,
        settings.size("landbridge.log.max-size", LogFileSettings.DEFAULT_BYTES),
        settings.number("landbridge.log.max-files", LogFileSettings.DEFAULT_FILES));
  }

  /**
   * Reads everything else.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  PluginConfig read() {
    ObserverConfig observer = ObserverConfig.DEFAULT;
    PublisherConfig publisher = PublisherConfig.DEFAULT;
    ViewConfig view = ViewConfig.DEFAULT;
    MembershipConfig membership = MembershipConfig.DEFAULT;
    return new PluginConfig(
        new ObserverConfig(
            settings.duration("landbridge.observer.quiet-period", observer.quietPeriod()),
            settings.duration("landbridge.observer.max-delay", observer.maxDelay()),
            settings.duration("landbridge.observer.full-scan", observer.fullScan()),
            settings.duration("landbridge.observer.grace", observer.grace())),
        new PublisherConfig(
            settings.duration("landbridge.publisher.check", publisher.check()),
            unusedAfter(publisher.unusedAfter())),
        new ViewConfig(
            settings.size("landbridge.view.cache", view.cacheBytes()),
            settings.percent("landbridge.view.max-shrink", view.maxShrinkPercent()),
            settings.duration("landbridge.view.hold", view.hold())),
        DocumentConfig.DEFAULT
            .asking(settings.isTrue("landbridge.metadata.ask", true))
            .within(
                settings.networks("landbridge.metadata.ask.allow"),
                settings.networks("landbridge.metadata.ask.deny")),
        new MembershipConfig(
            settings.isTrue("landbridge.membership.reconcile", true),
            settings.duration("landbridge.membership.settle", membership.settle())),
        extension(),
        settings.duration("landbridge.start.wait", PluginConfig.DEFAULT.startWait()));
  }

  private Extension.Factory extension() {
    Extension.Factory factory = Extension.Factory.NONE;
    for (Extension.Provider each : extensions) {
      factory = each.configure(settings);
    }
    return factory;
  }

  private Duration unusedAfter(Duration otherwise) {
    String key = "landbridge.publisher.unused-after";
    Duration delay = settings.duration(key, otherwise);
    if (delay.compareTo(SHORTEST_UNUSED) < 0) {
      throw new IllegalArgumentException(
          key
              + " is shorter than "
              + SHORTEST_UNUSED.toSeconds()
              + "s, the time during which a consumer may still fetch a document");
    }
    return delay;
  }
}
