package io.landbridge.dubbo;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.LogText;
import io.landbridge.model.NameRules;
import io.landbridge.model.NameUse;
import io.landbridge.model.NamespaceId;
import java.util.Map;
import java.util.Optional;

/**
 * Whether names of Dubbo can stand in every place of a server they are needed for. Pure; for use
 * from any thread.
 */
public final class CheckedNames {

  /** The longest version or group that is taken; Dubbo takes 200 characters. */
  private static final int MAX_PART = 200;

  private static final String MOVE_NAMESPACE =
      "use a namespace whose id has letters, digits, '_' and '-' only";

  private CheckedNames() {}

  /**
   * Why an application cannot be one here: its name is a service, is in a mapping, and is the id of
   * its documents, and its namespace has the configurations. The one check for whoever shows,
   * publishes, plans or reports an application.
   *
   * @param namespace where its providers are registered
   * @param name as they call it
   * @return empty when it can
   */
  public static Optional<RefusedName> ofApplication(
      NamespaceId namespace, String name, NameRules rules) {
    return refusal(name, rules)
        .map(
            why ->
                new RefusedName(
                    Loss.Kind.BAD_APPLICATION,
                    "application '%s': %s".formatted(LogText.of(name), why),
                    "change dubbo.application.name in the provider"))
        .or(
            () ->
                rules
                    .refusal(NameUse.CONFIGURATION_NAMESPACE, namespace.value())
                    .map(
                        why ->
                            new RefusedName(
                                Loss.Kind.BAD_NAMESPACE,
                                "namespace '%s': %s".formatted(LogText.of(namespace.value()), why),
                                MOVE_NAMESPACE)));
  }

  /**
   * Why a consumer can have no rule here: that is a configuration named after it, in its namespace.
   *
   * @return with what to do about it; empty when it can
   */
  public static Optional<String> ofRule(ApplicationKey consumer, NameRules rules) {
    return rules
        .refusal(NameUse.CONFIGURATION_ID, NacosSpelling.ruleId(consumer.name().value()))
        .map(
            why ->
                ("the id of its rule is not a valid configuration id: %s; change its"
                        + " dubbo.application.name")
                    .formatted(why))
        .or(
            () ->
                rules
                    .refusal(NameUse.CONFIGURATION_NAMESPACE, consumer.namespace().value())
                    .map(
                        why ->
                            "its namespace cannot have rules: %s; %s"
                                .formatted(why, MOVE_NAMESPACE)));
  }

  private static Optional<String> refusal(String name, NameRules rules) {
    try {
      new ApplicationName(name);
    } catch (IllegalArgumentException e) {
      return Optional.of(LogText.of(String.valueOf(e.getMessage())));
    }
    if (InterfaceServiceName.isOfInterfaceLevel(name)) {
      return Optional.of(
          "it begins with '%s', as the service of an interface does"
              .formatted(name.substring(0, name.indexOf(':') + 1)));
    }
    return rules
        .refusal(NameUse.SERVICE, name)
        .or(() -> rules.refusal(NameUse.CONFIGURATION_ID, NacosSpelling.id(name)));
  }

  /**
   * Why nobody can find a service, or tell it from others: its interface is the id of a mapping,
   * and interface, version and group are parts of keys.
   *
   * @return empty when it is well
   */
  public static Optional<String> ofService(
      String interfaceName, String version, String group, NameRules rules) {
    return rules
        .refusal(NameUse.CONFIGURATION_ID, NacosSpelling.id(interfaceName))
        .map(why -> "interface '%s': %s".formatted(LogText.of(interfaceName), why))
        .or(() -> ofKey(interfaceName, version, group));
  }

  /**
   * Why interface, version and group make no key of a service, wherever that stands.
   *
   * @return empty when they do
   */
  public static Optional<String> ofKey(String interfaceName, String version, String group) {
    return part("interface", interfaceName, ":,")
        .or(() -> part("version", version, ":/"))
        .or(() -> part("group", group, ":"));
  }

  /**
   * Why the name of a service of the interface level cannot be read: nobody can tell its parts.
   *
   * @param serviceName a name that {@link InterfaceServiceName#parse} does not read
   * @param metadata of an instance there
   */
  public static String ofUnreadable(String serviceName, Map<String, String> metadata) {
    String[] parts = serviceName.split(":", -1);
    if (parts.length < 2 || parts[1].isEmpty()) {
      return "the service name has no interface";
    }
    return ofKey(
            metadata.getOrDefault(MetadataKeys.INTERFACE, parts[1]),
            metadata.getOrDefault(MetadataKeys.VERSION, ""),
            metadata.getOrDefault(MetadataKeys.GROUP, ""))
        .orElseGet(
            () ->
                "the service name has %d parts between colons; expected: category, interface,"
                        .formatted(parts.length)
                    + " version and group");
  }

  private static Optional<String> part(String what, String text, String without) {
    if (text.length() > MAX_PART && !what.equals("interface")) {
      return Optional.of(
          "%s '%s': it has %d characters, and the maximum is %d"
              .formatted(what, LogText.of(text), text.length(), MAX_PART));
    }
    boolean printable = LogText.isPrintable(text);
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      boolean bad = Character.isWhitespace(each) || without.indexOf(each) >= 0;
      if (bad || !(printable || LogText.isPrintable(Character.toString(text.codePointAt(i))))) {
        return Optional.of(
            "%s '%s': it has U+%04X at position %d"
                .formatted(what, LogText.of(text), (int) each, i + 1));
      }
      if (Character.isHighSurrogate(each)) {
        i++;
      }
    }
    return Optional.empty();
  }
}
