package io.landbridge.model;

import java.util.Comparator;
import java.util.Objects;

/**
 * One application of one namespace: the unit that is switched on and off.
 *
 * @param namespace the namespace its instances live in
 * @param name the application
 */
public record ApplicationKey(NamespaceId namespace, ApplicationName name)
    implements Comparable<ApplicationKey> {

  private static final Comparator<ApplicationKey> ORDER =
      Comparator.comparing(ApplicationKey::namespace).thenComparing(ApplicationKey::name);

  /** Checks that no part is missing. */
  public ApplicationKey {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(name, "name");
  }

  /**
   * The key of an application that is named in text.
   *
   * @param namespace as any Nacos API spells it
   * @param application its name
   * @throws IllegalArgumentException if one of them cannot be called so
   */
  public static ApplicationKey of(String namespace, String application) {
    return new ApplicationKey(NamespaceId.of(namespace), new ApplicationName(application));
  }

  @Override
  public int compareTo(ApplicationKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
