package io.landbridge.migrate.cli.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that a command writes for people: all of it or nothing. */
public final class WrittenFile {

  private WrittenFile() {}

  /**
   * Passes unless there is a directory in its place.
   *
   * @param what what is to be written, for people
   */
  public static void refuseDirectory(Path file, String what) throws CommandException {
    if (Files.isDirectory(file)) {
      throw CommandException.usage(
          "the %s cannot be written: this is a directory".formatted(what),
          file.toString(),
          "pass the name of a file");
    }
  }

  /** Writes it, over one that is there. */
  public static void write(Path file, String what, String text) throws CommandException {
    refuseDirectory(file, what);
    Path absolute = file.toAbsolutePath();
    Path part = absolute.resolveSibling(absolute.getFileName() + ".part");
    try {
      Files.writeString(part, text, StandardCharsets.UTF_8);
      Files.move(part, absolute, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.FAILED,
          "the %s cannot be written".formatted(what),
          file.toString(),
          "check that the directory exists and is writable");
    }
  }
}
