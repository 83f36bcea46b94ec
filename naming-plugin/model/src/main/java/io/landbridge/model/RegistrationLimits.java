package io.landbridge.model;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What servers of Nacos 2.x and 3.x refuse to register, and those of 1.x take: the bridge shows it,
 * and its client cannot come after. Some of it is refused from 2.3 on, unless {@code
 * nacos.core.param.check.enabled=false}; the rest by all of them, whatever their settings.
 */
public final class RegistrationLimits {

  /** The largest sum of the lengths of all keys and values, in characters. */
  private static final int MAX_METADATA = 1024;

  private static final int MAX_NAMESPACE = 64;
  private static final int MAX_SERVICE = 512;
  private static final int MAX_GROUP = 128;
  private static final int MAX_LABEL = 64;
  private static final int MAX_IP = 128;
  private static final int MAX_PORT = 65535;

  private static final Pattern NAMESPACE = Pattern.compile("[\\w-]+");
  private static final Pattern GROUP = Pattern.compile("[a-zA-Z0-9_:.-]*");
  private static final Pattern LABEL = Pattern.compile("[0-9a-zA-Z_-]+");
  private static final Pattern BLANK_OR_CHINESE = Pattern.compile("[\\u4E00-\\u9FA5\\s]");

  /** Of all newer servers, whether or not they check parameters as well. */
  private static final Pattern LASTING_LABEL = Pattern.compile("[0-9a-zA-Z-]+");

  private static final String BEAT_INTERVAL = "preserved.heart.beat.interval";
  private static final String BEAT_TIMEOUT = "preserved.heart.beat.timeout";
  private static final String DELETE_TIMEOUT = "preserved.ip.delete.timeout";
  private static final long DEFAULT_BEAT_INTERVAL = 5_000;
  private static final long DEFAULT_BEAT_TIMEOUT = 15_000;
  private static final long DEFAULT_DELETE_TIMEOUT = 30_000;

  /** More digits are no number for a server. */
  private static final int MAX_DIGITS = 18;

  private static final Pattern DIGITS = Pattern.compile("\\d+");

  private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\b.*");

  private RegistrationLimits() {}

  /**
   * Whether a server has the limits of {@link #refusal}. One with them has taken what is registered
   * there, or was told not to look.
   *
   * @param version its version; of one that is no version nothing is known, and the answer is no
   */
  public static boolean areOf(String version) {
    return isAtLeast(version, 3);
  }

  /**
   * Whether a server has the limits of {@link #lastingRefusal}, and takes no instances of both
   * kinds into one service: from 2.1 on. Before that clients of 2.x keep to the former themselves.
   *
   * @param version its version; of one that is no version nothing is known, and the answer is no
   */
  public static boolean lastAt(String version) {
    return isAtLeast(version, 1);
  }

  private static boolean isAtLeast(String version, int minorOf2) {
    var parts = VERSION.matcher(version);
    if (!parts.matches()) {
      return false;
    }
    int major = Integer.parseInt(parts.group(1));
    return major > 2 || (major == 2 && Integer.parseInt(parts.group(2)) >= minorOf2);
  }

  /**
   * Why a registration would be refused whatever the settings of the server are.
   *
   * @param label the Nacos cluster label
   * @return the first reason, for an operator, without any text of the registration; empty when it
   *     would be taken
   */
  public static Optional<String> lastingRefusal(String label, Map<String, String> metadata) {
    for (String key : new String[] {BEAT_INTERVAL, BEAT_TIMEOUT, DELETE_TIMEOUT}) {
      String value = metadata.getOrDefault(key, "");
      if (value.length() > MAX_DIGITS && DIGITS.matcher(value).matches()) {
        return Optional.of("a %s of %d digits".formatted(key, value.length()));
      }
    }
    long interval = millis(metadata, BEAT_INTERVAL, DEFAULT_BEAT_INTERVAL);
    long timeout = millis(metadata, BEAT_TIMEOUT, DEFAULT_BEAT_TIMEOUT);
    long deletion = millis(metadata, DELETE_TIMEOUT, DEFAULT_DELETE_TIMEOUT);
    if (timeout < interval) {
      return Optional.of(longer(interval, BEAT_TIMEOUT, timeout));
    }
    if (deletion < interval) {
      return Optional.of(longer(interval, DELETE_TIMEOUT, deletion));
    }
    if (!label.isEmpty() && !LASTING_LABEL.matcher(label).matches()) {
      return Optional.of("a cluster label with other characters than letters, digits and -");
    }
    return Optional.empty();
  }

  private static String longer(long interval, String key, long millis) {
    return "a %s of %d ms, longer than its %s of %d ms"
        .formatted(BEAT_INTERVAL, interval, key, millis);
  }

  /** As servers read it: what is no number counts as the default. */
  private static long millis(Map<String, String> metadata, String key, long otherwise) {
    String value = metadata.getOrDefault(key, "");
    return DIGITS.matcher(value).matches() ? Long.parseLong(value) : otherwise;
  }

  /**
   * Why a registration would be refused by a server that checks parameters.
   *
   * @param label the Nacos cluster label
   * @return the first reason, for an operator, without any text of the registration; empty when it
   *     would be taken
   */
  public static Optional<String> refusal(
      ServiceKey service, String label, String ip, int port, Map<String, String> metadata) {
    int size = 0;
    for (Map.Entry<String, String> each : metadata.entrySet()) {
      size += each.getKey().length() + each.getValue().length();
    }
    if (size > MAX_METADATA) {
      return Optional.of(
          "%d characters of metadata, where %d are allowed".formatted(size, MAX_METADATA));
    }
    if (port < 0 || port > MAX_PORT) {
      return Optional.of("port " + port);
    }
    String name = service.name();
    if (name.length() > MAX_SERVICE
        || name.startsWith("@")
        || name.indexOf("@@", 1) >= 0
        || BLANK_OR_CHINESE.matcher(name).find()) {
      return Optional.of("a service name with blanks, Chinese characters or '@@', or too long");
    }
    if (service.group().length() > MAX_GROUP || !GROUP.matcher(service.group()).matches()) {
      return Optional.of("a group with other characters than letters, digits and - _ : .");
    }
    String namespace = service.namespace().value();
    if (namespace.length() > MAX_NAMESPACE || !NAMESPACE.matcher(namespace).matches()) {
      return Optional.of("a namespace id with other characters than letters, digits and - _");
    }
    if (!label.isBlank() && (label.length() > MAX_LABEL || !LABEL.matcher(label).matches())) {
      return Optional.of("a cluster label with other characters than letters, digits and - _");
    }
    if (ip.length() > MAX_IP || BLANK_OR_CHINESE.matcher(ip).find()) {
      return Optional.of("an address with blanks or Chinese characters, or too long");
    }
    return Optional.empty();
  }
}
