package io.landbridge.migrate.install;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * One change to the files of a home. A file is written under another name first and moved when it
 * is on the disk, so that a server that starts meanwhile sees the old file or the new one. A server
 * that runs keeps the file it has opened.
 */
public sealed interface FileChange {

  /** How the names of files end that are not whole yet; not in .jar, which a server would load. */
  String PART = ".landbridge-part";

  /** Returns the kind of the change. */
  Action action();

  /** Returns the file or directory. */
  Path path();

  /** Makes the change. */
  void make() throws IOException;

  /** Kinds of changes. Part of the interface for scripts: never renamed. */
  enum Action {
    /** A file or directory that was not there. */
    ADD,
    /** A file with another content. */
    REPLACE,
    /** A file or directory that is deleted. */
    REMOVE
  }

  /** The name under which a file is written before it has its own. */
  static Path part(Path file) {
    return file.resolveSibling("." + file.getFileName() + PART);
  }

  /** A directory that was not there, with a file that says so. */
  record AddDirectory(Path path, Path marker, Path like) implements FileChange {

    private static final String TEXT =
        """
        'landbridge install' made this directory. 'landbridge uninstall' removes it, unless other
        files are in it.
        """;

    @Override
    public Action action() {
      return Action.ADD;
    }

    @Override
    public void make() throws IOException {
      Files.createDirectory(path);
      FileOwner.of(like).giveIfAllowed(path);
      permit(path, "rwxr-xr-x");
      Files.writeString(marker, TEXT);
      FileOwner.of(like).giveIfAllowed(marker);
    }
  }

  /** A copy of another file. */
  record CopyFile(Path path, Path source, Path like, boolean isNew) implements FileChange {

    @Override
    public Action action() {
      return isNew ? Action.ADD : Action.REPLACE;
    }

    @Override
    public void make() throws IOException {
      try (InputStream in = Files.newInputStream(source)) {
        replace(
            path,
            in,
            part -> {
              FileOwner.of(like).giveIfAllowed(part);
              // The server's user has to read it.
              permit(part, "rw-r--r--");
            });
      }
    }
  }

  /**
   * A text in place of another one. Owner, group and permissions stay; where they cannot, the file
   * stays as it is, because the server might not be able to read the new one.
   *
   * @param text one character for each byte
   */
  record RewriteFile(Path path, String text) implements FileChange {

    @Override
    public Action action() {
      return Action.REPLACE;
    }

    @Override
    public void make() throws IOException {
      replace(
          path,
          new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)),
          part -> {
            FileOwner owner = FileOwner.of(path);
            owner.give(part);
            owner.permit(part);
          });
    }
  }

  /** A file that goes. */
  record RemoveFile(Path path) implements FileChange {

    @Override
    public Action action() {
      return Action.REMOVE;
    }

    @Override
    public void make() throws IOException {
      Files.deleteIfExists(path);
    }
  }

  /** An empty directory that goes. */
  record RemoveDirectory(Path path) implements FileChange {

    @Override
    public Action action() {
      return Action.REMOVE;
    }

    @Override
    public void make() throws IOException {
      Files.deleteIfExists(path);
    }
  }

  /** Gives a file that is written its owner and permissions. */
  @FunctionalInterface
  interface Ownership {
    /** Changes the file. */
    void apply(Path part) throws IOException;
  }

  /** The file is there as a whole, with its owner and permissions, or as it was before. */
  private static void replace(Path file, InputStream in, Ownership ownership) throws IOException {
    Path part = part(file);
    try {
      write(part, in);
      ownership.apply(part);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static void write(Path part, InputStream in) throws IOException {
    // One that was killed may have left it.
    Files.deleteIfExists(part);
    FileAttribute<?>[] ownerOnly =
        part.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    try (FileChannel channel =
        FileChannel.open(
            part, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownerOnly)) {
      in.transferTo(Channels.newOutputStream(channel));
      channel.force(true);
    }
  }

  private static void permit(Path path, String permissions) throws IOException {
    FileOwner.setPermissions(path, PosixFilePermissions.fromString(permissions));
  }
}
