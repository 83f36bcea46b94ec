package io.landbridge.host.symbols;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The server a class source holds.
 *
 * @param version as its own {@code nacos-version.txt} says, or {@code of unknown version}
 * @param line the adapter that fits
 */
public record Server(String version, ServerLine line) {

  private static final String VERSION_FILE = "nacos-version.txt";

  /** The core of every supported server; without it this is something else, such as a client. */
  private static final String ANY_SERVER =
      "com/alibaba/nacos/core/distributed/ProtocolManager.class";

  /** The split of the server into several Spring contexts is what made the 3.x line. */
  private static final String LINE_3 = "com/alibaba/nacos/core/web/NacosWebBean.class";

  private static final Pattern MAJOR = Pattern.compile("(\\d+)\\.(\\d+)(?:\\.(\\d+))?.*");

  /**
   * Looks for a server.
   *
   * @param classes where to look
   * @return what was found, or empty when there is no server
   * @throws IOException if a file is there but cannot be read
   */
  public static Optional<Server> find(ClassSource classes) throws IOException {
    if (!exists(classes, ANY_SERVER)) {
      return Optional.empty();
    }
    ServerLine line = exists(classes, LINE_3) ? ServerLine.NACOS_3 : ServerLine.NACOS_2;
    return Optional.of(new Server(version(classes), line));
  }

  /** Whether the version says that it is one of those the adapter was made for. */
  public boolean isInRange() {
    Matcher matcher = MAJOR.matcher(version);
    if (!matcher.matches() || matcher.group(1).length() > 3 || matcher.group(2).length() > 3) {
      return false;
    }
    int major = Integer.parseInt(matcher.group(1));
    int minor = Integer.parseInt(matcher.group(2));
    return switch (line) {
      // 2.2.0 brings a RocksDB that is too old.
      case NACOS_2 ->
          major == 2 && minor >= 2 && minor <= 5 && !(minor == 2 && "0".equals(matcher.group(3)));
      case NACOS_3 -> major == 3 && minor <= 1;
    };
  }

  /** For people: {@code Nacos 3.1.0}. */
  public String description() {
    return "Nacos " + version;
  }

  private static boolean exists(ClassSource classes, String path) throws IOException {
    Optional<InputStream> stream = classes.open(path);
    if (stream.isPresent()) {
      stream.get().close();
    }
    return stream.isPresent();
  }

  private static String version(ClassSource classes) throws IOException {
    Optional<InputStream> stream = classes.open(VERSION_FILE);
    if (stream.isEmpty()) {
      return "of unknown version";
    }
    Properties properties = new Properties();
    try (InputStream in = stream.get()) {
      properties.load(in);
    }
    return properties.getProperty("version", "of unknown version");
  }
}
