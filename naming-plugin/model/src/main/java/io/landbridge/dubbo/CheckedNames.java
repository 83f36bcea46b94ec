package io.landbridge.dubbo;

import io.landbridge.model.ApplicationName;
import io.landbridge.model.LogText;
import io.landbridge.model.NameRules;
import io.landbridge.model.NameUse;
import java.util.Optional;

/**
 * Whether names of Dubbo can stand in every place of a server they are needed for. Pure; for use
 * from any thread.
 */
public final class CheckedNames {

  /** The longest version or group that is taken; Dubbo takes 200 characters. */
  private static final int MAX_PART = 200;

  private CheckedNames() {}

  /**
   * Why an application cannot be one here: its name is a service, is in a mapping, and is the id of
   * its documents.
   *
   * @return what is wrong and where in the name, not the name; empty when it can
   */
  public static Optional<String> ofApplication(String name, NameRules rules) {
    try {
      new ApplicationName(name);
    } catch (IllegalArgumentException e) {
      return Optional.of(LogText.of(String.valueOf(e.getMessage())));
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

  private static Optional<String> part(String what, String text, String without) {
    if (text.length() > MAX_PART && !what.equals("interface")) {
      return Optional.of(
          "%s '%s': it has %d characters, and the maximum is %d"
              .formatted(what, LogText.of(text), text.length(), MAX_PART));
    }
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      boolean bad = Character.isWhitespace(each) || without.indexOf(each) >= 0;
      if (bad || !LogText.isPrintable(Character.toString(text.codePointAt(i)))) {
        return Optional.of(
            "%s '%s': it has U+%04X at position %d"
                .formatted(what, LogText.of(text), (int) each, i));
      }
      if (Character.isHighSurrogate(each)) {
        i++;
      }
    }
    return Optional.empty();
  }
}
