package io.landbridge.dubbo;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What Dubbo reads out of parameters that were registered with defaults.
 *
 * <p>Providers of Dubbo 2.5, 2.6 before 2.6.12 and 2.7 before 2.7.5 write what is set for all
 * services of a process with the prefix {@value #PREFIX}: {@code default.group=emea}. Dubbo 2 reads
 * such a value wherever the parameter itself is absent or empty, and the name of the Nacos service
 * has it. Dubbo 3 does not know the prefix. So the parameters are read here as their writer meant
 * them, and nothing else of Landbridge sees a default.
 */
public final class DefaultedParameters {

  /** What the name of a default begins with; no method of Java can have this name. */
  private static final String PREFIX = "default.";

  private DefaultedParameters() {}

  /**
   * Reads parameters.
   *
   * @param metadata of an interface-level registration, of a provider or of a consumer
   * @return the same parameters without the prefix; one of its own wins over its default
   */
  public static Map<String, String> resolve(Map<String, String> metadata) {
    if (metadata.keySet().stream().noneMatch(DefaultedParameters::isDefault)) {
      return metadata;
    }
    SortedMap<String, String> resolved = new TreeMap<>();
    metadata.forEach(
        (key, value) -> {
          if (!isDefault(key)) {
            resolved.put(key, value);
          }
        });
    metadata.forEach(
        (key, value) -> {
          if (isDefault(key)) {
            resolved.merge(
                key.substring(PREFIX.length()),
                value,
                (own, byDefault) -> own.isEmpty() ? byDefault : own);
          }
        });
    return Map.copyOf(resolved);
  }

  private static boolean isDefault(String key) {
    return key.startsWith(PREFIX) && key.length() > PREFIX.length();
  }
}
