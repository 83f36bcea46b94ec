package io.landbridge.registry;

import java.util.Objects;

/**
 * Which certificates a connection over TLS believes in.
 *
 * @param certificates path of a PEM file with the certificates of the authorities; empty for those
 *     the JVM comes with
 */
public record Trust(String certificates) {

  /** The authorities the JVM comes with. */
  public static final Trust SYSTEM = new Trust("");

  /** Checks that no part is missing. */
  public Trust {
    Objects.requireNonNull(certificates, "certificates");
  }

  /** Whether nothing else than the JVM's own authorities is believed in. */
  public boolean isSystem() {
    return certificates.isEmpty();
  }
}
