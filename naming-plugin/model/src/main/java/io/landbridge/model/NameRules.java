package io.landbridge.model;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which names a line of Nacos servers takes in which place, as data. What a server would take is
 * told without asking it; a server that is set up to check less takes more. Immutable.
 */
public final class NameRules {

  private static final int UNLIMITED = Integer.MAX_VALUE;

  /** Of 1.x: services and groups of it have ASCII only. */
  public static final NameRules NACOS_1 =
      new NameRules(
          "Nacos 1.x",
          Map.of(
              NameUse.SERVICE, new Alphabet(UNLIMITED, Letters.ASCII, "._:-@", "@@", false),
              NameUse.NACOS_GROUP, new Alphabet(UNLIMITED, Letters.ASCII, "._:-@", "@@", false),
              NameUse.CLUSTER, new Alphabet(UNLIMITED, Letters.EVERYTHING, "", ",", false),
              NameUse.CONFIGURATION_ID, new Alphabet(255, Letters.ANY, "._:-", "", false),
              NameUse.NAMESPACE, new Alphabet(128, Letters.EVERYTHING, "", "", false)));

  /** Of 2.0 to 2.2: names of services are hardly checked. */
  public static final NameRules NACOS_2 =
      new NameRules(
          "Nacos 2.0 to 2.2",
          Map.of(
              NameUse.SERVICE, new Alphabet(512, Letters.EVERYTHING, "", "@@", false),
              NameUse.NACOS_GROUP, new Alphabet(128, Letters.EVERYTHING, "", "@@", false),
              NameUse.CLUSTER, new Alphabet(64, Letters.EVERYTHING, "", ",", false),
              NameUse.CONFIGURATION_ID, new Alphabet(255, Letters.ANY, "._:-", "", false),
              NameUse.NAMESPACE, new Alphabet(128, Letters.EVERYTHING, "", "", false)));

  /** Of 2.3 and later, 3.x with them: every parameter of a request is checked. */
  public static final NameRules NACOS_3 =
      new NameRules(
          "Nacos 2.3 and later",
          Map.of(
              NameUse.SERVICE, new Alphabet(512, Letters.EVERYTHING, "", "@@", true),
              NameUse.NACOS_GROUP, new Alphabet(128, Letters.ASCII, "._:-", "", false),
              NameUse.CLUSTER, new Alphabet(64, Letters.ASCII, "_-", "", false),
              NameUse.CONFIGURATION_ID, new Alphabet(255, Letters.ASCII, "._:-", "", false),
              NameUse.NAMESPACE, new Alphabet(64, Letters.ASCII, "_-", "", false)));

  private final String line;
  private final Map<NameUse, Alphabet> places;

  private NameRules(String line, Map<NameUse, Alphabet> places) {
    this.line = line;
    this.places = new EnumMap<>(places);
  }

  /**
   * The rules of a version.
   *
   * @param version as a server tells it; one that is no version counts as the newest, which takes
   *     least but for the names of services of 1.x
   */
  public static NameRules of(String version) {
    String[] parts = version.split("\\.", -1);
    if (parts[0].equals("1")) {
      return NACOS_1;
    }
    boolean unchecked =
        parts[0].equals("2")
            && parts.length > 1
            && (parts[1].equals("0") || parts[1].equals("1") || parts[1].equals("2"));
    return unchecked ? NACOS_2 : NACOS_3;
  }

  /** The servers they are of, for people. */
  public String line() {
    return line;
  }

  /**
   * Why a name cannot stand in a place; says what is wrong and where in the name, not the name.
   *
   * @return empty when it can
   */
  public Optional<String> refusal(NameUse use, String name) {
    Alphabet alphabet = places.get(use);
    return alphabet == null
        ? Optional.empty()
        : alphabet.refusal(name).map(why -> "%s, as %s of %s".formatted(why, use.what(), line));
  }

  /** Whether a name can stand in a place. */
  public boolean takes(NameUse use, String name) {
    return refusal(use, name).isEmpty();
  }

  @Override
  public String toString() {
    return line;
  }

  private enum Letters {
    ASCII,
    ANY,
    EVERYTHING
  }

  /**
   * What a name may be made of.
   *
   * @param maxLength in characters
   * @param letters which letters and digits; with {@code EVERYTHING} all that {@link LogText}
   *     leaves as it is
   * @param more further characters
   * @param without a text that must not be in it; none if empty
   * @param noBlanks neither white space nor Chinese, and no {@code @} at the beginning
   */
  private record Alphabet(
      int maxLength, Letters letters, String more, String without, boolean noBlanks) {

    Optional<String> refusal(String name) {
      if (name.isBlank()) {
        return Optional.of("it is empty");
      }
      if (name.length() > maxLength) {
        return Optional.of(
            "it has %d characters, and the maximum is %d".formatted(name.length(), maxLength));
      }
      if (!without.isEmpty() && name.contains(without)) {
        return Optional.of("it contains '%s'".formatted(without));
      }
      if (noBlanks && name.charAt(0) == '@') {
        return Optional.of("it begins with '@'");
      }
      for (int i = 0; i < name.length(); i++) {
        if (!takes(name, i)) {
          return Optional.of("it has %s at position %d".formatted(named(name.charAt(i)), i));
        }
      }
      return Optional.empty();
    }

    private boolean takes(String name, int at) {
      char each = name.charAt(at);
      return switch (letters) {
        case ASCII -> isAscii(each) || more.indexOf(each) >= 0;
        case ANY -> Character.isLetterOrDigit(each) || more.indexOf(each) >= 0;
        case EVERYTHING ->
            LogText.isSafe(name, at)
                && !(noBlanks && (each == ' ' || (each >= '\u4e00' && each <= '\u9fa5')));
      };
    }

    private static boolean isAscii(char each) {
      return (each >= '0' && each <= '9')
          || (each >= 'A' && each <= 'Z')
          || (each >= 'a' && each <= 'z');
    }

    private static String named(char each) {
      return each > ' ' && each < 127 ? "'" + each + "'" : "U+%04X".formatted((int) each);
    }
  }
}
