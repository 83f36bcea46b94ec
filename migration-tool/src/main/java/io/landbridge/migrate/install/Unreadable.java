package io.landbridge.migrate.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file or directory that is there and that this user may not read.
 *
 * @param path the file or directory
 * @param user who runs this command
 */
record Unreadable(Path path, String user) {

  /** Returns what is wrong, for people. */
  String what(String shown) {
    return "%s is there, but the user %s may not read it".formatted(shown, user);
  }

  /** Returns what to do. */
  String advice() {
    String owner = owner();
    return owner.isEmpty() || owner.equals(user)
        ? "give the user read access to it, or run the command as another user"
        : "run the command as its owner %s, or give the user %s read access to it"
            .formatted(owner, user);
  }

  private String owner() {
    try {
      return Files.getOwner(path).getName();
    } catch (IOException | UnsupportedOperationException e) {
      return "";
    }
  }
}
