package io.landbridge.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The consumer processes that are shown the derived instances of an application: all, none, a share
 * of them, or those that are named. Immutable; safe for use from any thread.
 *
 * <p>Whether a process is in the share follows from a hash of the salt and of what the process is
 * known by. It is the same on every member and at every time. A larger share has every process of a
 * smaller one with the same salt; another salt selects other processes.
 *
 * @param percent the share of the processes, 0 to 100
 * @param salt what the share is selected with, at most {@link #LONGEST_SALT} characters; empty
 *     where nothing has to be selected
 * @param addresses the IP addresses of further processes, as {@link IpAddress} writes them
 * @param applications the names of applications whose processes are shown all
 */
public record Audience(
    int percent, String salt, SortedSet<String> addresses, SortedSet<String> applications) {

  /** The most characters of a salt. */
  public static final int LONGEST_SALT = 100;

  /** The most addresses and applications that are named, together. */
  public static final int MOST_NAMES = 50;

  /** Every process: what an application without an audience has. */
  public static final Audience WHOLE = share(100, "");

  /** No process. */
  public static final Audience NOBODY = share(0, "");

  private static final String ALL = "all";
  private static final String NONE = "none";
  private static final int HUNDRED = 100;

  /** What an address or a network has beside digits. */
  private static final String ADDRESS_SIGNS = ".:/";

  /** So many steps a percent has. */
  private static final int FINE = 1_000;

  /**
   * Checks the parts and copies the collections. The parts that make no difference are left out:
   * the names where everybody is shown, and the salt where no share is selected.
   *
   * @throws IllegalArgumentException if a part is out of its range
   */
  public Audience {
    if (percent < 0 || percent > HUNDRED) {
      throw new IllegalArgumentException(
          "a share of %d %% is not between 0 %% and 100 %%".formatted(percent));
    }
    if (!salt.isEmpty()) {
      Names.requirePrintable("salt", salt, LONGEST_SALT);
    }
    if (addresses.size() + applications.size() > MOST_NAMES) {
      throw new IllegalArgumentException(
          "%d addresses and applications are named; at most %d are allowed"
              .formatted(addresses.size() + applications.size(), MOST_NAMES));
    }
    for (String each : addresses) {
      if (IpAddress.parse(each).filter(it -> it.toString().equals(each)).isEmpty()) {
        throw new IllegalArgumentException("'" + each + "' is not an IP address");
      }
    }
    applications.forEach(ApplicationName::new);
    boolean whole = percent == HUNDRED;
    salt = whole || percent == 0 ? "" : salt;
    addresses = whole ? Collections.emptySortedSet() : copy(addresses);
    applications = whole ? Collections.emptySortedSet() : copy(applications);
  }

  private static SortedSet<String> copy(Collection<String> names) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(names));
  }

  /** A share of the processes. */
  public static Audience share(int percent, String salt) {
    return new Audience(percent, salt, Collections.emptySortedSet(), Collections.emptySortedSet());
  }

  /**
   * Reads an audience.
   *
   * @param text {@code all}, {@code none}, or, separated by commas, one share such as {@code 5%},
   *     IP addresses and names of applications
   * @param salt what the share is selected with
   * @throws IllegalArgumentException if it is no such text
   */
  public static Audience parse(String text, String salt) {
    String stripped = text.strip();
    if (stripped.equals(ALL)) {
      return WHOLE;
    }
    if (stripped.equals(NONE)) {
      return NOBODY;
    }
    Optional<Integer> percent = Optional.empty();
    SortedSet<String> addresses = new TreeSet<>();
    SortedSet<String> applications = new TreeSet<>();
    for (String part : stripped.split(",", -1)) {
      String each = part.strip();
      Optional<IpAddress> address = IpAddress.parse(each);
      if (each.endsWith("%")) {
        if (percent.isPresent()) {
          throw new IllegalArgumentException("'" + text + "' has two shares");
        }
        percent = Optional.of(percent(each));
      } else if (address.isPresent()) {
        addresses.add(address.get().toString());
      } else if (each.isEmpty() || each.equals(ALL) || each.equals(NONE)) {
        throw new IllegalArgumentException(
            "'%s' is not 'all', 'none', or a list of a share such as 5%%, IP addresses and"
                    .formatted(text)
                + " applications");
      } else if (isLikeAddress(each)) {
        throw new IllegalArgumentException(
            "'%s' is not an IP address; networks cannot be named".formatted(each));
      } else {
        applications.add(each);
      }
    }
    return new Audience(percent.orElse(0), salt, addresses, applications);
  }

  private static int percent(String text) {
    String number = text.substring(0, text.length() - 1).strip();
    boolean digits =
        !number.isEmpty() && number.length() <= 3 && number.chars().allMatch(Audience::isDigit);
    if (!digits) {
      throw new IllegalArgumentException("'" + text + "' is not a share from 0% to 100%");
    }
    return Integer.parseInt(number);
  }

  /** Whether a text has the signs of an address alone, so that it is hardly an application. */
  private static boolean isLikeAddress(String text) {
    return text.chars().allMatch(each -> isDigit(each) || ADDRESS_SIGNS.indexOf(each) >= 0)
        && !text.chars().allMatch(Audience::isDigit);
  }

  private static boolean isDigit(int character) {
    return character >= '0' && character <= '9';
  }

  /** Whether everybody is shown, also those whom nobody knows. */
  public boolean isWhole() {
    return percent == HUNDRED;
  }

  /** Whether nobody is shown, not even those whom nobody knows. */
  public boolean isNobody() {
    return percent == 0 && addresses.isEmpty() && applications.isEmpty();
  }

  /** Whether every process of another one is in this one, too, whichever processes there are. */
  public boolean includes(Audience other) {
    return isWhole()
        || percent >= other.percent
            && (other.percent == 0 || salt.equals(other.salt))
            && addresses.containsAll(other.addresses)
            && applications.containsAll(other.applications);
  }

  /** The same with the salt of another one, so that who is in the share of it stays in. */
  public Audience following(Audience other) {
    return other.salt.isEmpty() ? this : salted(other.salt);
  }

  /** Everybody of this one and of another one; with the salt of this one, or else of the other. */
  public Audience plus(Audience other) {
    if (isWhole() || other.isWhole()) {
      return WHOLE;
    }
    SortedSet<String> allAddresses = new TreeSet<>(addresses);
    allAddresses.addAll(other.addresses);
    SortedSet<String> allApplications = new TreeSet<>(applications);
    allApplications.addAll(other.applications);
    return new Audience(
        Math.max(percent, other.percent),
        salt.isEmpty() ? other.salt : salt,
        allAddresses,
        allApplications);
  }

  /** The same with another salt. */
  public Audience salted(String other) {
    return new Audience(percent, other, addresses, applications);
  }

  /**
   * Whether a process is shown.
   *
   * @param ip its IP address
   * @param app the name that its client library gives the process; empty when it gives none
   * @param application the name of its Dubbo application, empty when that is not known; asked only
   *     where applications are named
   */
  public boolean contains(String ip, String app, Supplier<String> application) {
    if (isWhole()) {
      return true;
    }
    return isInShare(ip, app) || isNamed(ip, app, application);
  }

  private boolean isNamed(String ip, String app, Supplier<String> application) {
    if (!addresses.isEmpty()
        && IpAddress.parse(ip).filter(it -> addresses.contains(it.toString())).isPresent()) {
      return true;
    }
    return !applications.isEmpty()
        && (applications.contains(app) || applications.contains(application.get()));
  }

  private boolean isInShare(String ip, String app) {
    return percent > 0 && place(ip, app) < percent * FINE;
  }

  /** The place of a process, 0 up to 100 percent, in steps of a thousandth of a percent. */
  private int place(String ip, String app) {
    byte[] hash = sha256(salt + '\n' + ip + '\n' + app);
    long number = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      number = number << Byte.SIZE | hash[i] & 0xff;
    }
    return (int) Long.remainderUnsigned(number, (long) HUNDRED * FINE);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** As it may be read again, without the salt. */
  public String text() {
    if (isWhole()) {
      return ALL;
    }
    if (isNobody()) {
      return NONE;
    }
    List<String> parts = new ArrayList<>();
    if (percent > 0) {
      parts.add(percent + "%");
    }
    parts.addAll(addresses);
    parts.addAll(applications);
    return String.join(",", parts);
  }
}
