package io.landbridge.migrate.cli.option;

import io.landbridge.migrate.cli.terminal.CommandException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that the user named and that cannot be read: says why, and what to do. */
public final class GivenFile {

  private GivenFile() {}

  /**
   * Turns the failure to read a file into an error of the command.
   *
   * @param what the file is, for people: "plan file"
   * @param file as the user named it
   * @param failure what reading it ended with
   */
  public static CommandException unreadable(String what, Path file, IOException failure) {
    String where = file.toString();
    if (failure instanceof NoSuchFileException) {
      return CommandException.usage(
          "the %s does not exist".formatted(what), where, "check the name");
    }
    if (Files.isDirectory(file)) {
      return CommandException.usage(
          "the %s is a directory".formatted(what), where, "give the name of a file");
    }
    if (failure instanceof AccessDeniedException) {
      return CommandException.usage(
          "the user %s may not read the %s".formatted(System.getProperty("user.name"), what),
          where,
          "give this user read access to it, or run the command as another user");
    }
    if (failure instanceof CharacterCodingException) {
      return CommandException.usage(
          "the %s is not UTF-8 text".formatted(what), where, "save it in UTF-8");
    }
    return CommandException.usage(
        "the %s cannot be read (%s)".formatted(what, failure.getMessage()),
        where,
        "check the disk or the network drive it is on, or use another copy");
  }
}
