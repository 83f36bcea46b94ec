package io.landbridge.migrate.cli.option;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;

/** A password or a token on disk: the first line of a file. */
public final class SecretFile {

  private static final int MAX_CHARS = 16_384;

  private SecretFile() {}

  /**
   * Reads it, and warns if everybody on this machine can do so, too. That is no error: a container
   * gets its secrets so, and is alone with them.
   *
   * @param what a password or a token
   */
  public static String read(Path file, String what, Terminal terminal) throws CommandException {
    String secret = read(file, what);
    if (isForEverybody(file)) {
      terminal.warn(
          "every user of this machine can read the " + what,
          file.toString(),
          "restrict its permissions (chmod 600)");
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

  /** Reads it, and refuses a file whose first line has nothing in it. */
  public static String read(Path file, String what) throws CommandException {
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      StringBuilder line = new StringBuilder();
      int next = reader.read();
      while (next != -1 && next != '\n' && line.length() <= MAX_CHARS) {
        line.append((char) next);
        next = reader.read();
      }
      String secret = line.toString().stripTrailing();
      if (secret.isEmpty()) {
        throw CommandException.usage(
            "the first line of the %s file is empty".formatted(what),
            file.toString(),
            "write the %s into the first line".formatted(what));
      }
      return secret;
    } catch (IOException e) {
      throw GivenFile.unreadable(what + " file", file, e);
    }
  }
}
