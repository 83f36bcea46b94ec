package io.landbridge.migrate.cli.option;

import io.landbridge.migrate.cli.terminal.CommandException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a profile file says about a cluster: properties, of which none is a secret.
 *
 * @param values by name
 */
public record Profile(SortedMap<String, String> values) {

  /** The servers. */
  public static final String SERVER = "server";

  /** The namespaces to read, with commas in between. */
  public static final String NAMESPACE = "namespace";

  /** Whom to log in as. */
  public static final String USERNAME = "username";

  /** A file whose first line is the password. */
  public static final String PASSWORD_FILE = "password-file";

  /** A file whose first line is a token. */
  static final String TOKEN_FILE = "token-file";

  /** A PEM file with the certificates of the authorities to believe in. */
  public static final String CA_FILE = "ca-file";

  /** A PEM file with the certificate to show. */
  static final String CLIENT_CERTIFICATE = "client-certificate";

  /** A PEM file with its key. */
  static final String CLIENT_KEY = "client-key";

  /** At most so many requests per second. */
  static final String RATE = "max-requests-per-second";

  /** The servers' processors may be busy to so many per cent. */
  static final String PROCESSORS = "max-server-cpu";

  private static final Set<String> KNOWN =
      new TreeSet<>(
          Set.of(
              SERVER,
              NAMESPACE,
              USERNAME,
              PASSWORD_FILE,
              TOKEN_FILE,
              CA_FILE,
              CLIENT_CERTIFICATE,
              CLIENT_KEY,
              RATE,
              PROCESSORS));

  /** Nothing. */
  static final Profile NONE = new Profile(new TreeMap<>());

  /** Copies the values. */
  public Profile {
    values = new TreeMap<>((Map<String, String>) values);
  }

  /** Reads a profile; refuses keys that are unknown or secrets. */
  public static Profile read(Path file) throws CommandException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException e) {
      throw GivenFile.unreadable("profile", file, e);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(
          "the profile has a \\u without four hexadecimal digits",
          file.toString(),
          "write \\\\ for a backslash, or the character itself in UTF-8");
    }
    if (properties.isEmpty()) {
      throw CommandException.usage(
          "the profile is empty",
          file.toString(),
          "write at least one line such as 'server=HOST:8848', or make a profile with 'landbridge"
              + " init'");
    }
    SortedMap<String, String> values = new TreeMap<>();
    for (String name : properties.stringPropertyNames()) {
      if (name.equals("password") || name.equals("token")) {
        throw CommandException.usage(
            "a profile must not contain a %s".formatted(name),
            file.toString(),
            "use %s-file with the name of a file, or the variable %s"
                .formatted(name, name.equals("token") ? "LANDBRIDGE_TOKEN" : "NACOS_PASSWORD"));
      }
      if (!KNOWN.contains(name)) {
        throw CommandException.usage(
            "the profile has an unknown key '%s'".formatted(name),
            file.toString(),
            "known: " + String.join(", ", KNOWN));
      }
      values.put(name, properties.getProperty(name).strip());
    }
    return new Profile(values);
  }

  /** Returns a value; empty if the profile has none. */
  public String get(String name) {
    return values.getOrDefault(name, "");
  }
}
