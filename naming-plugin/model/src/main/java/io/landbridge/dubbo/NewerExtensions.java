package io.landbridge.dubbo;

import java.util.Map;
import java.util.Set;

/**
 * Extensions of Dubbo that older consumers do not have, among those that a consumer loads because
 * its provider names them: it takes what the provider set where it has no setting of its own.
 *
 * <p>A consumer that does not have the extension fails with every call, or does not start. Names
 * that no release of Dubbo has are those of a fleet's own extensions, which its consumers may have.
 */
final class NewerExtensions {

  private static final String PROXY = "proxy";

  /** What Dubbo 3.0 has, and 2.6 or even 2.7 has not. */
  private static final Map<String, Set<String>> NOT_IN_2_6 =
      Map.of(
          "loadbalance",
          Set.of("shortestresponse"),
          "cache",
          Set.of("expiring", "lfu"),
          "cluster",
          Set.of("zone-aware"),
          PROXY,
          Set.of("nativestub"),
          "validation",
          Set.of("jvalidationNew"));

  /** What came with 3.2 or 3.3. */
  private static final Map<String, Set<String>> NOT_IN_3_0 =
      Map.of(
          "loadbalance",
          Set.of("adaptive"),
          PROXY,
          Set.of("bytebuddy"),
          "validation",
          Set.of("jvalidation-javax", "jvalidation-jakarta"));

  private NewerExtensions() {}

  /**
   * Whether a parameter names an extension that some consumers do not have.
   *
   * @param key of the parameter; that of a single method has the method and a dot in front
   * @param value of the parameter
   * @param dubbo3 whether there are no other consumers than those of Dubbo 3
   */
  static boolean isMissing(String key, String value, boolean dubbo3) {
    String setting = setting(key);
    return has(NOT_IN_3_0, setting, value) || (!dubbo3 && has(NOT_IN_2_6, setting, value));
  }

  /**
   * Whether a consumer without the parameter does something else than one that has the extension.
   * How it makes its proxies nobody sees; Dubbo itself writes it for services with generated stubs.
   */
  static boolean isNoticed(String key) {
    return !setting(key).equals(PROXY);
  }

  private static boolean has(Map<String, Set<String>> names, String setting, String value) {
    return names.getOrDefault(setting, Set.of()).contains(value);
  }

  private static String setting(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }
}
