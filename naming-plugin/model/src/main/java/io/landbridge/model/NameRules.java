package io.landbridge.model;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Which names a line of Nacos servers takes in which place, as data. What a server would take is
 * told without asking it; a server that is set up to check less takes more. Immutable.
 *
 * <p>Every name of every registration is asked about: what is said of one is put together without
 * {@code String.format}, which takes most of the time.
 */
public final class NameRules {

  private static final int UNLIMITED = Integer.MAX_VALUE;

  /** Of every line: the server keeps a copy of each configuration in a file of this name. */
  private static final Alphabet CONFIGURATION_NAMESPACE =
      new Alphabet(128, Letters.ANY, "._:-", "", Extra.FILE);

  /** Of 1.x: services and groups of it have ASCII only. */
  public static final NameRules NACOS_1 =
      new NameRules(
          "Nacos 1.x",
          Map.of(
              NameUse.SERVICE, new Alphabet(UNLIMITED, Letters.ASCII, "._:-@", "@@", Extra.NONE),
              NameUse.NACOS_GROUP,
                  new Alphabet(UNLIMITED, Letters.ASCII, "._:-@", "@@", Extra.NONE),
              NameUse.CLUSTER, new Alphabet(UNLIMITED, Letters.EVERYTHING, "", ",", Extra.NONE),
              NameUse.CONFIGURATION_ID, new Alphabet(255, Letters.ANY, "._:-", "", Extra.FILE),
              NameUse.NAMESPACE, new Alphabet(128, Letters.EVERYTHING, "", "", Extra.NONE),
              NameUse.CONFIGURATION_NAMESPACE, CONFIGURATION_NAMESPACE));

  /** Of 2.0 to 2.2: names of services are hardly checked. */
  public static final NameRules NACOS_2 =
      new NameRules(
          "Nacos 2.0 to 2.2",
          Map.of(
              NameUse.SERVICE, new Alphabet(512, Letters.EVERYTHING, "", "@@", Extra.NONE),
              NameUse.NACOS_GROUP, new Alphabet(128, Letters.EVERYTHING, "", "@@", Extra.NONE),
              NameUse.CLUSTER, new Alphabet(64, Letters.EVERYTHING, "", ",", Extra.NONE),
              NameUse.CONFIGURATION_ID, new Alphabet(255, Letters.ANY, "._:-", "", Extra.FILE),
              NameUse.NAMESPACE, new Alphabet(128, Letters.EVERYTHING, "", "", Extra.NONE),
              NameUse.CONFIGURATION_NAMESPACE, CONFIGURATION_NAMESPACE));

  /** Of 2.3 and later, 3.x with them: every parameter of a request is checked. */
  public static final NameRules NACOS_3 =
      new NameRules(
          "Nacos 2.3 and later",
          Map.of(
              NameUse.SERVICE, new Alphabet(512, Letters.EVERYTHING, "", "@@", Extra.NO_BLANKS),
              NameUse.NACOS_GROUP, new Alphabet(128, Letters.ASCII, "._:-", "", Extra.NONE),
              NameUse.CLUSTER, new Alphabet(64, Letters.ASCII, "_-", "", Extra.NONE),
              NameUse.CONFIGURATION_ID, new Alphabet(255, Letters.ASCII, "._:-", "", Extra.FILE),
              NameUse.NAMESPACE, new Alphabet(64, Letters.ASCII, "_-", "", Extra.NONE),
              // A server that does not check parameters has namespaces of any letters, and
              // configurations in them; one that does has neither.
              NameUse.CONFIGURATION_NAMESPACE, CONFIGURATION_NAMESPACE));

  private static final NameRules NACOS_3_CHECKED = NACOS_3.checked();

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

  /**
   * Returns the rules of a server that checks the parameters of every request, as those of this
   * line do unless {@code nacos.core.param.check.enabled} is {@code false}: a configuration is in
   * no other namespace than services are.
   */
  public NameRules checkingParameters() {
    return equals(NACOS_3) ? NACOS_3_CHECKED : this;
  }

  private NameRules checked() {
    Map<NameUse, Alphabet> all = new EnumMap<>(places);
    all.put(NameUse.CONFIGURATION_NAMESPACE, Objects.requireNonNull(all.get(NameUse.NAMESPACE)));
    return new NameRules(line, all);
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
        : alphabet.refusal(name).map(why -> why + ", as " + use.what() + " of " + line);
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

  /** What a place asks for besides. */
  private enum Extra {
    NONE,
    /** Neither white space nor Chinese, and no {@code @} at the beginning. */
    NO_BLANKS,
    /** The server makes a file or a directory of it: no way to another one, and not too long. */
    FILE
  }

  /**
   * What a name may be made of.
   *
   * @param maxLength in characters
   * @param letters which letters and digits; with {@code EVERYTHING} all that {@link LogText}
   *     leaves as it is
   * @param more further characters
   * @param without a text that must not be in it; none if empty
   * @param extra what the place asks for besides
   */
  private record Alphabet(
      int maxLength, Letters letters, String more, String without, Extra extra) {

    /** File systems have no longer names, in bytes. */
    private static final int MAX_FILE_NAME = 255;

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    Optional<String> refusal(String name) {
      if (name.isBlank()) {
        return Optional.of("it is empty");
      }
      if (name.length() > maxLength) {
        return Optional.of(
            "it has " + name.length() + " characters, and the maximum is " + maxLength);
      }
      if (!without.isEmpty() && name.contains(without)) {
        return Optional.of("it contains '" + without + "'");
      }
      if (extra == Extra.NO_BLANKS && name.charAt(0) == '@') {
        return Optional.of("it begins with '@'");
      }
      if (extra == Extra.FILE && (name.equals(".") || name.equals(".."))) {
        return Optional.of("it is the name of a directory for the server");
      }
      for (int i = 0; i < name.length(); i++) {
        if (!takes(name, i)) {
          return Optional.of("it has " + named(name.charAt(i)) + " at position " + (i + 1));
        }
      }
      return extra == Extra.FILE ? refusalOfFile(name) : Optional.empty();
    }

    private static Optional<String> refusalOfFile(String name) {
      int bytes = name.getBytes(StandardCharsets.UTF_8).length;
      return bytes > MAX_FILE_NAME
          ? Optional.of(
              "it has "
                  + bytes
                  + " bytes, and the maximum for the file of the server is "
                  + MAX_FILE_NAME)
          : Optional.empty();
    }

    private boolean takes(String name, int at) {
      char each = name.charAt(at);
      return switch (letters) {
        case ASCII -> isAscii(each) || more.indexOf(each) >= 0;
        case ANY -> Character.isLetterOrDigit(each) || more.indexOf(each) >= 0;
        case EVERYTHING ->
            LogText.isSafe(name, at)
                && !(extra == Extra.NO_BLANKS
                    && (each == ' ' || (each >= '\u4e00' && each <= '\u9fa5')));
      };
    }

    private static boolean isAscii(char each) {
      return (each >= '0' && each <= '9')
          || (each >= 'A' && each <= 'Z')
          || (each >= 'a' && each <= 'z');
    }

    private static String named(char each) {
      return each > ' ' && each < 127 ? "'" + each + "'" : "U+" + HEX.toHexDigits(each);
    }
  }
}
