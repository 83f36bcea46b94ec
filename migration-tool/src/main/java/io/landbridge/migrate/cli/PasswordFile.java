package io.landbridge.migrate.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;

/** A password on disk: the first line of a file. */
final class PasswordFile {

  private static final int MAX_CHARS = 4096;

  private PasswordFile() {}

  /**
   * Reads it, and warns if everybody on this machine can do so, too. That is no error: a container
   * gets its secrets so, and is alone with them.
   */
  static String read(Path file, Terminal terminal) throws CommandException {
    String secret = read(file);
    if (isForEverybody(file)) {
      terminal.warn(
          "everybody on this machine can read the password",
          file.toString(),
          "take the permission away (chmod 600)");
    }
    return secret;
  }

  private static boolean isForEverybody(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException e) {
      // Other systems have other permissions.
      return false;
    }
  }

  /** Reads it. */
  static String read(Path file) throws CommandException {
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      StringBuilder line = new StringBuilder();
      int next = reader.read();
      while (next != -1 && next != '\n' && line.length() <= MAX_CHARS) {
        line.append((char) next);
        next = reader.read();
      }
      return line.toString().stripTrailing();
    } catch (IOException e) {
      throw CommandException.usage(
          "the password file cannot be read", file.toString(), "check its name and permissions");
    }
  }
}
