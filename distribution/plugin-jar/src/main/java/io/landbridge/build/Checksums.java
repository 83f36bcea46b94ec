package io.landbridge.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes the SHA-256 of each archive to a file beside it, in the form that {@code sha256sum
 * --check} reads.
 */
public final class Checksums {

  private Checksums() {}

  /**
   * Writes the files.
   *
   * @param args the directory, and how the names of the archives begin
   * @throws IOException if an archive cannot be read, or there is none
   */
  public static void main(String[] args) throws IOException {
    List<Path> archives;
    try (Stream<Path> files = Files.list(Path.of(args[0]))) {
      archives = files.filter(each -> isArchive(each, args[1])).toList();
    }
    if (archives.isEmpty()) {
      throw new IOException("no archive %s* in %s".formatted(args[1], args[0]));
    }
    for (Path each : archives) {
      Files.writeString(
          each.resolveSibling(each.getFileName() + ".sha256"),
          "%s  %s\n".formatted(sha256(each), each.getFileName()),
          StandardCharsets.US_ASCII);
    }
  }

  private static boolean isArchive(Path file, String prefix) {
    String name = file.getFileName().toString();
    return name.startsWith(prefix) && (name.endsWith(".tar.gz") || name.endsWith(".zip"));
  }

  private static String sha256(Path file) throws IOException {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
