package io.landbridge.migrate.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.plugin.PluginBackupEntry;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A backup on disk. It is read from one end to the other, with one part in memory at a time.
 *
 * @param path where it is
 */
public record BackupFile(Path path) {

  /** Takes a part. */
  @FunctionalInterface
  public interface Visitor {

    /** Takes it. */
    void visit(PluginBackupEntry entry) throws RegistryException;
  }

  /**
   * Reads all of it and checks that it is whole.
   *
   * @throws MalformedBackupException if it is not, or of a newer format
   * @throws IOException if it cannot be read
   */
  public BackupSummary verify() throws MalformedBackupException, IOException {
    try {
      return read(entry -> {});
    } catch (RegistryException e) {
      throw new IllegalStateException("no request was sent", e);
    }
  }

  /**
   * Hands over every part, in order. What was handed over before an error is found cannot be taken
   * back: verify first.
   *
   * @throws MalformedBackupException if the file is not whole, or of a newer format
   * @throws IOException if it cannot be read
   * @throws RegistryException as the visitor does
   */
  public BackupSummary read(Visitor visitor)
      throws MalformedBackupException, IOException, RegistryException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
      return read(in, Files.size(path), visitor);
    }
  }

  /**
   * The same of a backup that is anywhere.
   *
   * @param in is not closed
   * @param bytes its size, for the summary
   */
  static BackupSummary read(InputStream in, long bytes, Visitor visitor)
      throws MalformedBackupException, IOException, RegistryException {
    MessageDigest sha256 = BackupFormat.sha256();
    SortedSet<ApplicationKey> applications = new TreeSet<>();
    long entries = 0;
    long instances = 0;
    long publications = 0;
    long switches = 0;
    if (bytes == 0) {
      throw new MalformedBackupException("the file is empty");
    }
    byte[] line = line(in);
    BackupHeader header = header(line);
    while (true) {
      sha256.update(line);
      line = line(in);
      JsonNode node = json(line);
      if (node.has("sha256")) {
        requireEnd(node, entries, sha256, in);
        return new BackupSummary(
            header, applications, entries, instances, publications, switches, bytes);
      }
      PluginBackupEntry entry = entry(node);
      entries++;
      applications.add(key(entry));
      instances += entry.instances();
      publications += entry.publications();
      switches += entry.enabled() == null ? 0 : 1;
      visitor.visit(entry);
    }
  }

  private static BackupHeader header(byte[] line) throws MalformedBackupException {
    JsonNode node = json(line);
    if (!node.path("kind").asText().equals(BackupFormat.KIND)) {
      throw new MalformedBackupException("the header is missing");
    }
    int format = node.path("format").asInt();
    if (format > BackupFormat.VERSION) {
      throw new MalformedBackupException(
          "its format is %d, and this command reads formats up to %d; use a newer command"
              .formatted(format, BackupFormat.VERSION));
    }
    return new BackupHeader(
        node.path("createdAt").asText(),
        node.path("createdBy").asText(),
        node.path("member").asText(),
        node.path("plugin").asText(),
        node.path("nacos").asText(),
        node.path("stale").asBoolean(),
        node.path("applied").asLong(),
        node.path("digest").asText());
  }

  private static void requireEnd(JsonNode last, long entries, MessageDigest sha256, InputStream in)
      throws MalformedBackupException, IOException {
    if (last.path("entries").asLong(-1) != entries
        || !last.path("sha256").asText().equals(HexFormat.of().formatHex(sha256.digest()))) {
      throw new MalformedBackupException("its checksum is wrong: it was damaged or edited");
    }
    if (in.read() != -1) {
      throw new MalformedBackupException("data follows the end of the backup");
    }
  }

  private static PluginBackupEntry entry(JsonNode node) throws MalformedBackupException {
    if (!node.path("entry").isTextual() || !node.path("application").isTextual()) {
      throw new MalformedBackupException("a line is not part of a backup");
    }
    JsonNode enabled = node.path("enabled");
    return new PluginBackupEntry(
        node.path("namespace").asText(),
        node.path("application").asText(),
        enabled.isBoolean() ? enabled.asBoolean() : null,
        node.path("instances").asInt(),
        node.path("publications").asInt(),
        node.path("documents").asInt(),
        node.path("entry").asText());
  }

  private static ApplicationKey key(PluginBackupEntry entry) throws MalformedBackupException {
    try {
      return ApplicationKey.of(entry.namespace(), entry.application());
    } catch (IllegalArgumentException e) {
      throw new MalformedBackupException("a line is damaged: " + e.getMessage());
    }
  }

  private static JsonNode json(byte[] line) throws MalformedBackupException {
    try {
      @Nullable JsonNode node =
          BackupFormat.JSON.readTree(new String(line, StandardCharsets.UTF_8));
      if (node != null && node.isObject()) {
        return node;
      }
    } catch (JsonProcessingException e) {
      // Said below.
    }
    throw new MalformedBackupException("a line is not a JSON object");
  }

  /** The next line with its end; a file that is cut off has none. */
  private static byte[] line(InputStream in) throws IOException, MalformedBackupException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    while (next != -1 && line.size() < BackupFormat.MAX_LINE_BYTES) {
      line.write(next);
      if (next == '\n') {
        return line.toByteArray();
      }
      next = in.read();
    }
    throw new MalformedBackupException(next == -1 ? "the file is truncated" : "a line is too long");
  }
}
