package io.landbridge.host.boot;

import io.landbridge.document.DocumentConfig;
import io.landbridge.host.logfile.LogFileSettings;
import io.landbridge.legacy.LegacyConfig;
import io.landbridge.membership.MembershipConfig;
import io.landbridge.model.Networks;
import io.landbridge.observe.ObserverConfig;
import io.landbridge.plugin.PluginConfig;
import io.landbridge.publish.PublisherConfig;
import io.landbridge.registry.AllowedHosts;
import io.landbridge.view.ViewConfig;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/**
 * The plugin's settings in the server's {@code application.properties}, all under {@code
 * landbridge.}; read once. Durations are written as Spring Boot does: {@code 300ms}, {@code 10s},
 * {@code 32MB}.
 */
final class PluginSettings {

  private static final String ENABLED = "landbridge.enabled";
  private static final String FRONT = "landbridge.v1-front.enabled";
  private static final String PUSHED = "landbridge.v1-front.push.networks";
  private static final String IN_PLACE = "landbridge.bridge.in-place";

  /**
   * Dubbo 3 asks for a document three times, a second apart, and once more so ten seconds later;
   * the rest is for the instances that made it ask to arrive.
   */
  private static final Duration SHORTEST_UNUSED = Duration.ofSeconds(20);

  private final Environment environment;

  PluginSettings(Environment environment) {
    this.environment = environment;
  }

  /**
   * Whether the plugin is wanted at all.
   *
   * @throws IllegalArgumentException if the setting is neither true nor false
   */
  boolean isEnabled() {
    return isTrue(ENABLED, true);
  }

  /**
   * Whether the API of 1.x is wanted where the server does not answer it. Not unless somebody says
   * so: it may be switched off there for a reason.
   *
   * @throws IllegalArgumentException if the setting is neither true nor false
   */
  boolean hasFront() {
    return isTrue(FRONT, false);
  }

  /**
   * Networks whose addresses clients of 1.x may name to be pushed to; others are pushed to where
   * their requests come from.
   *
   * @throws IllegalArgumentException if the setting is no list of networks
   */
  Networks pushed() {
    return networks(PUSHED);
  }

  /**
   * Whether this server stands where one of the legacy cluster stood, so that clients of 1.x must
   * not be answered before it shows what that cluster does.
   *
   * @throws IllegalArgumentException if the setting is neither true nor false
   */
  boolean isInPlace() {
    return isTrue(IN_PLACE, false);
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
        isTrue("landbridge.log.enabled", true),
        logs,
        size("landbridge.log.max-size", LogFileSettings.DEFAULT_BYTES),
        number("landbridge.log.max-files", LogFileSettings.DEFAULT_FILES));
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
    LegacyConfig legacy = LegacyConfig.DEFAULT;
    return new PluginConfig(
        new ObserverConfig(
            duration("landbridge.observer.quiet-period", observer.quietPeriod()),
            duration("landbridge.observer.max-delay", observer.maxDelay()),
            duration("landbridge.observer.full-scan", observer.fullScan()),
            duration("landbridge.observer.grace", observer.grace())),
        new PublisherConfig(
            duration("landbridge.publisher.check", publisher.check()),
            unusedAfter(publisher.unusedAfter())),
        new ViewConfig(
            size("landbridge.view.cache", view.cacheBytes()),
            percent("landbridge.view.max-shrink", view.maxShrinkPercent()),
            duration("landbridge.view.hold", view.hold())),
        DocumentConfig.DEFAULT
            .asking(isTrue("landbridge.metadata.ask", true))
            .within(
                networks("landbridge.metadata.ask.allow"),
                networks("landbridge.metadata.ask.deny")),
        new MembershipConfig(
            isTrue("landbridge.membership.reconcile", true),
            duration("landbridge.membership.settle", membership.settle())),
        new LegacyConfig(
            environment.getProperty("landbridge.bridge.password-file", "").strip(),
            environment.getProperty("landbridge.bridge.trust-file", "").strip(),
            duration("landbridge.bridge.full-read", legacy.fullRead()),
            percent("landbridge.bridge.max-shrink", legacy.maxShrinkPercent()),
            duration("landbridge.bridge.settle", legacy.settle()),
            duration("landbridge.bridge.hold", legacy.hold()),
            duration("landbridge.bridge.grace", legacy.grace()),
            allowedHosts()),
        duration("landbridge.start.wait", PluginConfig.DEFAULT.startWait()));
  }

  private Duration unusedAfter(Duration otherwise) {
    String key = "landbridge.publisher.unused-after";
    Duration delay = duration(key, otherwise);
    if (delay.compareTo(SHORTEST_UNUSED) < 0) {
      throw new IllegalArgumentException(
          key
              + " is shorter than "
              + SHORTEST_UNUSED.toSeconds()
              + "s, for which a consumer may go on asking for a document");
    }
    return delay;
  }

  private int percent(String key, int otherwise) {
    @Nullable String text = environment.getProperty(key);
    if (text == null) {
      return otherwise;
    }
    try {
      String number = text.strip();
      return Integer.parseInt(
          number.endsWith("%") ? number.substring(0, number.length() - 1).strip() : number);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          key + " is '" + text + "', not a whole percentage such as 50%", e);
    }
  }

  private long size(String key, long otherwise) {
    @Nullable String text = environment.getProperty(key);
    if (text == null) {
      return otherwise;
    }
    try {
      return DataSize.parse(text.strip()).toBytes();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          key + " is '" + text + "', not a size such as 32MB or 512KB", e);
    }
  }

  private int number(String key, int otherwise) {
    String text = environment.getProperty(key, String.valueOf(otherwise)).strip();
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(key + " is '" + text + "', not a whole number", e);
    }
  }

  private AllowedHosts allowedHosts() {
    String key = "landbridge.bridge.allow";
    try {
      return AllowedHosts.parse(
          environment.getProperty(key, ""), isTrue("landbridge.bridge.clear-text", false));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
    }
  }

  private Networks networks(String key) {
    try {
      return Networks.parse(environment.getProperty(key, ""));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
    }
  }

  private boolean isTrue(String key, boolean otherwise) {
    String text = environment.getProperty(key, String.valueOf(otherwise)).strip();
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(key + " is '" + text + "', not true or false");
    };
  }

  private Duration duration(String key, Duration otherwise) {
    @Nullable String text = environment.getProperty(key);
    if (text == null) {
      return otherwise;
    }
    try {
      return DurationStyle.detectAndParse(text.strip());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          key + " is '" + text + "', not a duration such as 300ms, 10s or 5m", e);
    }
  }
}
