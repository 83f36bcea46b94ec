package io.landbridge.service;

import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.model.NamespaceId;
import io.landbridge.publish.ConfigCentre;
import io.landbridge.publish.ConfigException;
import io.landbridge.service.AdministrationException.Kind;
import io.landbridge.service.answer.ConfigurationStatus;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The few configurations that migrating reads and writes: the MigrationRules of consumers, and what
 * the {@code landbridge} command keeps in the cluster itself. Read from the database and written
 * only if they still are what they were, which not every version of the server offers over HTTP.
 */
final class Configurations {

  /** What the command keeps for itself. */
  static final String OWN_GROUP = "LANDBRIDGE";

  /** Where Dubbo 3 looks for its rules. */
  static final String RULE_GROUP = "DUBBO_SERVICEDISCOVERY_MIGRATION";

  /** What {@code expected} says when there must be nothing yet. */
  static final String ABSENT = "absent";

  /** The longest content that is written, in characters. */
  static final int MAX_CHARS = 256 * 1024;

  private static final Pattern OWN_ID = Pattern.compile("[A-Za-z0-9._-]{1,128}");
  private static final String RULE_SUFFIX = NacosSpelling.RULE_SUFFIX;
  private static final int MAX_RULE_ID = 256;

  private final ConfigCentre centre;

  Configurations(ConfigCentre centre) {
    this.centre = centre;
  }

  ConfigurationStatus read(NamespaceId namespace, String group, String dataId)
      throws AdministrationException {
    check(group, dataId);
    return status(stored(namespace, group, dataId), false);
  }

  /**
   * Writes if the stored content still is what is expected; otherwise tells what it is.
   *
   * @param expected {@link #ABSENT}, or the SHA-256 of the content in lower-case hexadecimal
   */
  ConfigurationStatus replace(
      NamespaceId namespace, String group, String dataId, String expected, String content)
      throws AdministrationException {
    check(group, dataId);
    if (content.isBlank() || content.length() > MAX_CHARS) {
      throw new AdministrationException(
          Kind.BAD_REQUEST, "the content must have 1 to %d characters".formatted(MAX_CHARS));
    }
    Optional<String> before = stored(namespace, group, dataId);
    if (!before.map(Configurations::sha256).orElse(ABSENT).equals(expected)) {
      return status(before, false);
    }
    try {
      boolean written = centre.compareAndSet(namespace, group, dataId, before, content);
      return status(written ? Optional.of(content) : stored(namespace, group, dataId), written);
    } catch (ConfigException e) {
      throw unavailable(e);
    }
  }

  private Optional<String> stored(NamespaceId namespace, String group, String dataId)
      throws AdministrationException {
    try {
      return centre.read(namespace, group, dataId);
    } catch (ConfigException e) {
      throw unavailable(e);
    }
  }

  private static ConfigurationStatus status(Optional<String> content, boolean written) {
    return new ConfigurationStatus(content.isPresent(), content.orElse(""), written);
  }

  private static void check(String group, String dataId) throws AdministrationException {
    boolean own = group.equals(OWN_GROUP) && OWN_ID.matcher(dataId).matches();
    boolean rule =
        group.equals(RULE_GROUP)
            && dataId.endsWith(RULE_SUFFIX)
            && dataId.length() > RULE_SUFFIX.length()
            && dataId.length() <= MAX_RULE_ID
            && dataId.chars().noneMatch(each -> each <= ' ' || each == 127);
    if (!own && !rule) {
      throw new AdministrationException(
          Kind.BAD_REQUEST,
          "this API serves only %s/*%s and %s/*; use the API of Nacos for other configurations"
              .formatted(RULE_GROUP, RULE_SUFFIX, OWN_GROUP));
    }
  }

  private static AdministrationException unavailable(ConfigException failure) {
    return new AdministrationException(
        Kind.UNAVAILABLE, "the configuration center: " + failure.getMessage());
  }

  private static String sha256(String content) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(content.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
