package io.landbridge.dubbo;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import io.landbridge.compat.fuzz.UsualLength;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.IpAddress;
import io.landbridge.model.LogText;
import io.landbridge.model.NameRules;
import io.landbridge.model.NameUse;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Networks;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Names and addresses of all kinds: what is taken has nothing in it that could be structure. An
 * input is looked at by the rules of one line of servers; its bytes say which.
 */
@UsualLength(80)
public final class NamesFuzz implements FuzzTarget {

  private static final List<NameRules> LINES =
      List.of(
          NameRules.NACOS_1,
          NameRules.NACOS_2,
          NameRules.NACOS_3,
          NameRules.NACOS_3.checkingParameters());

  @Override
  public void run(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    NameRules line = LINES.get(Math.floorMod(Arrays.hashCode(input), LINES.size()));
    applications(text, line);
    services(text, line);
    for (NameUse use : NameUse.values()) {
      line.refusal(use, text).ifPresent(Holds::printable);
    }
    logText(text);
    serviceNames(text);
    addresses(text);
    Holds.equal(
        NamespaceId.read(text).map(each -> NamespaceId.of(each.value())), NamespaceId.read(text));
    Holds.that(LINES.contains(NameRules.of(text)), "every version has rules");
  }

  private static void applications(String text, NameRules rules) {
    Optional<RefusedName> refusal = CheckedNames.ofApplication(NamespaceId.PUBLIC, text, rules);
    refusal.map(RefusedName::detail).ifPresent(Holds::printable);
    NamespaceId.read(text)
        .flatMap(each -> CheckedNames.ofApplication(each, "shop", rules))
        .map(RefusedName::detail)
        .ifPresent(Holds::printable);
    if (refusal.isEmpty()) {
      Holds.equal(new ApplicationName(text).value(), text);
      Holds.that(InterfaceServiceName.parse(text).isEmpty(), "an application is no interface");
      Holds.that(
          !text.contains(",")
              && !text.contains("@@")
              && !text.isBlank()
              && text.lines().count() == 1,
          "the name of an application is no structure");
    }
  }

  private static void services(String text, NameRules rules) {
    ServiceRange range = ServiceRange.of(text);
    Optional<String> refusal =
        CheckedNames.ofService(range.interfaceName(), range.version(), range.group(), rules);
    refusal.ifPresent(Holds::printable);
    if (refusal.isEmpty()) {
      Holds.that(text.chars().noneMatch(Character::isWhitespace), "a key has no blanks");
      Holds.printable(text);
      ServiceEntry entry =
          new ServiceEntry(
              range.interfaceName(),
              range.group(),
              range.version(),
              "dubbo",
              1,
              range.interfaceName(),
              new TreeMap<>());
      Holds.equal(ServiceRange.of(entry.serviceKey()), range);
    }
    Holds.that(range.covers(range), "a range covers itself");
  }

  private static void logText(String text) {
    String line = LogText.of(text);
    Holds.printable(line);
    Holds.that(line.length() <= LogText.MAX_CHARS, "a line is short");
    Holds.equal(LogText.of(line), line);
  }

  private static void serviceNames(String text) {
    Holds.that(InterfaceServiceName.spellings(text).contains(text), "a name is a spelling of it");
    InterfaceServiceName.parse(text)
        .ifPresent(
            name -> {
              InterfaceServiceName again =
                  InterfaceServiceName.parse(name.fourSegments()).orElseThrow();
              Holds.equal(again.fourSegments(), name.fourSegments());
              Holds.that(again.isOf(name.interfaceName()), "a name is of its interface");
            });
  }

  private static void addresses(String text) {
    IpAddress.parse(text)
        .ifPresent(each -> Holds.equal(IpAddress.parse(each.toString()), Optional.of(each)));
    try {
      Networks networks = Networks.parse(text);
      Holds.equal(Networks.parse(networks.toString()), networks);
    } catch (IllegalArgumentException e) {
      // Refused.
    }
  }
}
