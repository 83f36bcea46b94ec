package io.landbridge.migrate.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The owner, group and permissions of a file.
 *
 * @param attributes null where the file system has none
 */
record FileOwner(@Nullable PosixFileAttributes attributes) {

  static FileOwner of(Path path) throws IOException {
    PosixFileAttributeView view = view(path);
    return new FileOwner(view == null ? null : view.readAttributes());
  }

  private static @Nullable PosixFileAttributeView view(Path path) {
    return Files.getFileAttributeView(
        path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** Returns the owner's name; empty where files have no owner. */
  String name() {
    return attributes == null ? "" : attributes.owner().getName();
  }

  /**
   * Gives a file to this owner and group.
   *
   * @throws IOException if this user may not
   */
  void give(Path path) throws IOException {
    PosixFileAttributeView view = view(path);
    if (view == null || attributes == null) {
      return;
    }
    PosixFileAttributes now = view.readAttributes();
    if (!now.group().equals(attributes.group())) {
      view.setGroup(attributes.group());
    }
    if (!now.owner().equals(attributes.owner())) {
      view.setOwner(attributes.owner());
    }
  }

  /** Gives a file to this owner, or keeps it where only an administrator could. */
  void giveIfAllowed(Path path) {
    try {
      give(path);
    } catch (IOException e) {
      // Everybody may read it, which is all that a server needs.
      return;
    }
  }

  /** Gives a file the same permissions. */
  void permit(Path path) throws IOException {
    if (attributes != null) {
      setPermissions(path, attributes.permissions());
    }
  }

  static void setPermissions(Path path, Set<PosixFilePermission> permissions) throws IOException {
    PosixFileAttributeView view = view(path);
    if (view != null) {
      view.setPermissions(permissions);
    }
  }
}
