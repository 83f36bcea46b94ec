package io.landbridge.migrate.backup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.registry.plugin.PluginBackupEntry;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Set;

/**
 * Writes a backup under another name, which becomes its own once everything is on the disk; an
 * interrupted one leaves nothing under its name. Only the owner of the file can read it, where the
 * file system knows owners: metadata may hold tokens. One part is in memory at a time.
 */
public final class BackupWriter implements AutoCloseable {

  private final Path file;
  private final Path part;
  private final FileChannel channel;
  private final OutputStream out;
  private final MessageDigest sha256 = BackupFormat.sha256();
  private long entries;
  private boolean finished;

  private BackupWriter(Path file, Path part, FileChannel channel) {
    this.file = file;
    this.part = part;
    this.channel = channel;
    this.out = new BufferedOutputStream(Channels.newOutputStream(channel));
  }

  /**
   * Begins a file.
   *
   * @param file replaced, if it is there, at the end
   * @throws IOException if it cannot be written
   */
  public static BackupWriter create(Path file, BackupHeader header) throws IOException {
    Path absolute = file.toAbsolutePath();
    Path part = absolute.resolveSibling(absolute.getFileName() + ".part");
    BackupWriter writer = new BackupWriter(absolute, part, open(part));
    try {
      ObjectNode first =
          BackupFormat.JSON
              .createObjectNode()
              .put("kind", BackupFormat.KIND)
              .put("format", BackupFormat.VERSION);
      first.setAll((ObjectNode) BackupFormat.JSON.valueToTree(header));
      writer.write(first);
      return writer;
    } catch (IOException | RuntimeException e) {
      writer.close();
      throw e;
    }
  }

  private static FileChannel open(Path part) throws IOException {
    // One that was killed may have left it.
    Files.deleteIfExists(part);
    FileAttribute<?>[] ownerOnly =
        part.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    return FileChannel.open(
        part, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownerOnly);
  }

  /** Adds a part. */
  public void add(PluginBackupEntry entry) throws IOException {
    write(BackupFormat.JSON.valueToTree(entry));
    entries++;
  }

  /** Ends the file and gives it its name. */
  public void finish() throws IOException {
    ObjectNode last =
        BackupFormat.JSON
            .createObjectNode()
            .put("entries", entries)
            .put("sha256", HexFormat.of().formatHex(sha256.digest()));
    out.write(BackupFormat.line(last).getBytes(StandardCharsets.UTF_8));
    out.flush();
    channel.force(true);
    out.close();
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    finished = true;
  }

  private void write(ObjectNode node) throws IOException {
    byte[] line = BackupFormat.line(node).getBytes(StandardCharsets.UTF_8);
    sha256.update(line);
    out.write(line);
  }

  /** Removes what was written, unless it is finished. */
  @Override
  public void close() throws IOException {
    if (!finished) {
      out.close();
      Files.deleteIfExists(part);
    }
  }
}
