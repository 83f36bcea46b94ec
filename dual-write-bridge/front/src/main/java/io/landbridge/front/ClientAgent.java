package io.landbridge.front;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a client says it is, such as {@code Nacos-Java-Client:v1.4.6}. Servers of 1.x push to
 * clients that are known to understand it, and name services to Java clients since 1.0 with their
 * group.
 *
 * @param text as the client says it
 * @param kind by how the text begins
 * @param version three numbers in one: {@code 1.4.6} is 1004006; 0 if there is none
 */
public record ClientAgent(String text, Kind kind, long version) {

  private static final long NAMES_GROUPS = 1_000_000;

  /** It is kept for as long as the client is known. */
  private static final int LONGEST = 256;

  /** The clients that 1.4 tells apart, with the oldest of each it pushes to. */
  public enum Kind {
    /** In Java. */
    JAVA("Nacos-Java-Client", 1_000),
    /** A DNS server. */
    DNS("Nacos-DNS", 4_003),
    /** In C. */
    C("Nacos-C-Client", 1_000_012),
    /** In C++, treated as one in C. */
    CPP("vip-client4cpp", 1_000_012),
    /** In Go. */
    GO("Nacos-Go-Client", 1_000),
    /** In C#. */
    CSHARP("Nacos-CSharp-Client", 9_000),
    /** A member of a cluster. */
    SERVER("Nacos-Server", Long.MAX_VALUE),
    /** Anything else. */
    OTHER("", Long.MAX_VALUE);

    private final String prefix;
    private final long pushedSince;

    Kind(String prefix, long pushedSince) {
      this.prefix = prefix;
      this.pushedSince = pushedSince;
    }
  }

  /** Reads what a client says of itself; 256 characters of it. */
  public static ClientAgent of(@Nullable String agent) {
    String text = agent == null ? "" : agent.substring(0, Math.min(agent.length(), LONGEST));
    for (Kind kind : Kind.values()) {
      if (text.startsWith(kind.prefix)) {
        return new ClientAgent(text, kind, kind == Kind.OTHER ? 0 : version(text));
      }
    }
    throw new IllegalStateException("every text begins with the empty one");
  }

  private static long version(String text) {
    int at = text.toLowerCase(Locale.ROOT).indexOf(":v") + 2;
    long version = 0;
    int parts = 0;
    while (parts < 3) {
      int number = 0;
      while (at < text.length() && Character.digit(text.charAt(at), 10) >= 0 && number < 1_000) {
        number = number * 10 + Character.digit(text.charAt(at++), 10);
      }
      version = version * 1_000 + Math.min(number, 999);
      parts++;
      if (at >= text.length() || text.charAt(at) != '.') {
        break;
      }
      at++;
    }
    for (; parts < 3; parts++) {
      version *= 1_000;
    }
    return version;
  }

  /** Whether it understands pushes over UDP. */
  public boolean isPushedTo() {
    return version >= kind.pushedSince;
  }

  /** Whether it reads the names of services with their group in front. */
  public boolean readsGroups() {
    return kind == Kind.JAVA && version >= NAMES_GROUPS;
  }

  /** Whether it is a member that hands a request on. */
  public boolean isServer() {
    return kind == Kind.SERVER;
  }
}
