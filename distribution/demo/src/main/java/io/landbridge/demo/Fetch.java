package io.landbridge.demo;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Downloads the libraries of a list while the image is built. A file that is not the one of the
 * list is refused.
 */
public final class Fetch {

  private Fetch() {}

  /**
   * Downloads what is listed.
   *
   * @param args the address of a Maven repository, a file with a line {@code SHA-256 PATH} for each
   *     library, and the directory to write to
   * @throws IOException if a file cannot be had, or is another one
   */
  public static void main(String[] args) throws IOException {
    Path directory = Files.createDirectories(Path.of(args[2]));
    String repository = args[0].replaceAll("/+$", "");
    for (String line : Files.readAllLines(Path.of(args[1]))) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.split(" +", 2);
        fetch(URI.create(repository + "/" + parts[1]), parts[0], directory);
      }
    }
  }

  private static void fetch(URI from, String sha256, Path directory) throws IOException {
    byte[] bytes;
    try (InputStream content = from.toURL().openStream()) {
      bytes = content.readAllBytes();
    } catch (IOException e) {
      throw new IOException(
          "cannot download: %s: name a Maven repository that can be reached with MAVEN_REPOSITORY"
              .formatted(from),
          e);
    }
    if (!digest(bytes).equals(sha256)) {
      throw new IOException(
          "not the file that was expected: %s: name another Maven repository with MAVEN_REPOSITORY"
              .formatted(from));
    }
    String path = from.getPath();
    Files.write(directory.resolve(path.substring(path.lastIndexOf('/') + 1)), bytes);
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
