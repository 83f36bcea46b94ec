package io.landbridge.model;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What servers of Nacos 2.3 and later refuse to register unless {@code
 * nacos.core.param.check.enabled=false}, and earlier ones take: the bridge shows it, and its client
 * cannot come after.
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

  private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\b.*");

  private RegistrationLimits() {}

  /**
   * Whether a server has these limits. One with them has taken what is registered there, or was
   * told not to look.
   *
   * @param version its version; of one that is no version nothing is known, and the answer is no
   */
  public static boolean areOf(String version) {
    var parts = VERSION.matcher(version);
    if (!parts.matches()) {
      return false;
    }
    int major = Integer.parseInt(parts.group(1));
    return major > 2 || (major == 2 && Integer.parseInt(parts.group(2)) >= 3);
  }

  /**
   * Why a registration would be refused.
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
