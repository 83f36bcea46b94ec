package io.landbridge.migrate.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.JsonFault;
import io.landbridge.model.NamespaceId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The directory of recorded verifies, a file each. A file is there as a whole or not at all, and
 * its owner alone can read it, where the file system knows owners. What else is in the directory is
 * named and never touched.
 *
 * @param directory where; made when the first one is written
 * @param bounds how much is kept
 */
public record VerifyRecords(Path directory, Bounds bounds) {

  /** The largest file that is written or read. */
  public static final int MAX_BYTES = 16 * 1024 * 1024;

  private static final int MAX_DIFFERENCES = 1_000;

  private static final Duration LEFTOVER = Duration.ofDays(1);

  private static final Pattern NAME = Pattern.compile("verify-([0-9a-f-]{22})\\.json");

  private static final Pattern PART =
      Pattern.compile("verify-[0-9a-f-]{22}\\.json\\.\\w{8}\\.part");

  private static final String START = "{\"kind\":\"%s\",".formatted(VerifyRecord.KIND);

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /**
   * How much is kept; what is older goes first.
   *
   * @param count how many runs
   * @param bytes how large they may be together
   * @param age how old a run may be
   */
  public record Bounds(int count, long bytes, Duration age) {

    /** As usual. */
    public static final Bounds DEFAULT = new Bounds(50, 64L * 1024 * 1024, Duration.ofDays(90));
  }

  /**
   * A file that is no recorded verify.
   *
   * @param file its name
   * @param reason why
   */
  public record Unusable(String file, String reason) {}

  /**
   * What is in the directory.
   *
   * @param records the runs, the newest first
   * @param unusable everything else, by name
   */
  public record Listing(List<VerifyRecord> records, List<Unusable> unusable) {

    /** Copies the lists. */
    public Listing {
      records = List.copyOf(records);
      unusable = List.copyOf(unusable);
    }
  }

  /** Records in a directory, of which as many are kept as usual. */
  public static VerifyRecords in(Path directory) {
    return new VerifyRecords(directory, Bounds.DEFAULT);
  }

  /** Where the file of a run is. */
  public Path file(RecordId id) {
    return directory.resolve("verify-" + id + ".json");
  }

  /**
   * Reads everything that is there.
   *
   * @throws IOException if the directory cannot be read; one that does not exist is empty
   */
  public Listing list() throws IOException {
    List<VerifyRecord> records = new ArrayList<>();
    List<Unusable> unusable = new ArrayList<>();
    for (Path file : entries()) {
      String name = String.valueOf(file.getFileName());
      Optional<RecordId> id = id(name);
      if (id.isEmpty()) {
        if (!PART.matcher(name).matches()) {
          unusable.add(new Unusable(name, "it is no file of a recorded verify"));
        }
        continue;
      }
      try {
        records.add(read(id.get()));
      } catch (MalformedRecordException e) {
        unusable.add(new Unusable(name, String.valueOf(e.getMessage())));
      } catch (NoSuchFileException e) {
        // Another run has removed it meanwhile.
      } catch (IOException e) {
        unusable.add(new Unusable(name, "it cannot be read (%s)".formatted(e)));
      }
    }
    records.sort(Comparator.comparing(VerifyRecord::id).reversed());
    unusable.sort(Comparator.comparing(Unusable::file));
    return new Listing(records, unusable);
  }

  /**
   * Reads one.
   *
   * @throws NoSuchFileException if there is none of that id
   * @throws MalformedRecordException if the file is something else, or damaged
   */
  public VerifyRecord read(RecordId id) throws IOException, MalformedRecordException {
    Path file = file(id);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new NoSuchFileException(file.toString());
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new MalformedRecordException("it is a directory, a link or a device");
    }
    if (Files.size(file) > MAX_BYTES) {
      throw new MalformedRecordException("it is larger than %d bytes".formatted(MAX_BYTES));
    }
    byte[] content = Files.readAllBytes(file);
    if (content.length == 0) {
      throw new MalformedRecordException("it is empty");
    }
    if (!isOurs(content)) {
      throw new MalformedRecordException("it does not begin as a recorded verify does");
    }
    try {
      VerifyRecord read = JSON.readValue(content, VerifyRecord.class);
      if (read.format() != VerifyRecord.FORMAT) {
        throw new MalformedRecordException(
            "its format is %d, but this version reads format %d"
                .formatted(read.format(), VerifyRecord.FORMAT));
      }
      if (!read.id().equals(id.value())) {
        throw new MalformedRecordException("it is the record of verify " + read.id());
      }
      requireTimes(read);
      requireNames(read);
      return read;
    } catch (JsonProcessingException e) {
      throw new MalformedRecordException(JsonFault.text(e.getOriginalMessage()));
    }
  }

  private static void requireTimes(VerifyRecord read) throws MalformedRecordException {
    try {
      Instant.parse(read.startedAt());
      if (read.finished()) {
        Instant.parse(read.finishedAt());
      }
      read.applications().forEach(each -> Instant.parse(each.at()));
      read.gone().forEach(each -> Instant.parse(each.at()));
    } catch (DateTimeException e) {
      throw new MalformedRecordException("one of its times is none");
    }
  }

  private static void requireNames(VerifyRecord read) throws MalformedRecordException {
    try {
      read.asked().namespaces().forEach(NamespaceId::of);
      for (VerifyRecord.Compared each : read.applications()) {
        ApplicationKey.of(each.comparison().namespace(), each.comparison().application());
      }
      for (VerifyRecord.Gone each : read.gone()) {
        if (!each.namespace().isEmpty()) {
          ApplicationKey.of(each.namespace(), each.application());
        }
      }
    } catch (IllegalArgumentException e) {
      throw new MalformedRecordException("one of its names cannot stand");
    }
  }

  /**
   * Writes one, in place of what was there of it, and removes the oldest beyond the bounds.
   *
   * @throws IOException if it cannot be written; what was there of it stays
   */
  public void write(VerifyRecord record, Instant now) throws IOException {
    RecordId id = RecordId.parse(record.id()).orElseThrow();
    byte[] content = bounded(record);
    makeDirectory();
    Path file = file(id);
    Path part =
        directory.resolve(
            "%s.%s.part"
                .formatted(file.getFileName(), UUID.randomUUID().toString().substring(0, 8)));
    try {
      try (FileChannel channel = create(part)) {
        ByteBuffer buffer = ByteBuffer.wrap(content);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
        channel.force(true);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
    prune(id, now);
  }

  /** As many differences as the file has room for. */
  private static byte[] bounded(VerifyRecord record) throws IOException {
    for (int most = MAX_DIFFERENCES; ; most /= 4) {
      byte[] content = JSON.writeValueAsBytes(record.cutTo(most));
      if (content.length <= MAX_BYTES) {
        return content;
      }
      if (most == 0) {
        throw new IOException(
            "%d applications need more than %d bytes"
                .formatted(record.applications().size(), MAX_BYTES));
      }
    }
  }

  private void makeDirectory() throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path absolute = directory.toAbsolutePath();
    Path parent = absolute.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.createDirectories(absolute, onlyOwner(absolute, "rwx------"));
  }

  private static FileChannel create(Path part) throws IOException {
    return FileChannel.open(
        part,
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
        onlyOwner(part, "rw-------"));
  }

  private static FileAttribute<?>[] onlyOwner(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private void prune(RecordId written, Instant now) throws IOException {
    List<Path> leftovers = new ArrayList<>();
    List<RecordId> ids = new ArrayList<>();
    for (Path file : entries()) {
      String name = String.valueOf(file.getFileName());
      id(name).filter(each -> !each.equals(written)).ifPresent(ids::add);
      if (PART.matcher(name).matches()) {
        leftovers.add(file);
      }
    }
    ids.sort(Comparator.reverseOrder());
    long bytes = size(file(written));
    int count = 1;
    for (RecordId each : ids) {
      Path file = file(each);
      // What is damaged or of somebody else may be wanted by somebody.
      if (!beginsAsOurs(file)) {
        continue;
      }
      count++;
      bytes += size(file);
      boolean beyond =
          count > bounds.count()
              || bytes > bounds.bytes()
              || each.began().isBefore(now.minus(bounds.age()));
      if (beyond && isWhole(each)) {
        Files.deleteIfExists(file);
      }
    }
    for (Path each : leftovers) {
      if (isOlder(each, now.minus(LEFTOVER))) {
        Files.deleteIfExists(each);
      }
    }
  }

  private boolean isWhole(RecordId id) throws IOException {
    try {
      read(id);
      return true;
    } catch (MalformedRecordException | NoSuchFileException e) {
      return false;
    }
  }

  private static boolean isOlder(Path file, Instant limit) {
    try {
      return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant().isBefore(limit);
    } catch (IOException e) {
      return false;
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  private static boolean beginsAsOurs(Path file) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer start = ByteBuffer.allocate(START.length());
      while (start.hasRemaining() && channel.read(start) >= 0) {
        // until all of it is there
      }
      return isOurs(start.array());
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isOurs(byte[] content) {
    return new String(
            content, 0, Math.min(content.length, START.length()), StandardCharsets.ISO_8859_1)
        .equals(START);
  }

  private List<Path> entries() throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
      all.forEach(entries::add);
    }
    return entries;
  }

  private static Optional<RecordId> id(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches() ? RecordId.parse(matcher.group(1)) : Optional.empty();
  }
}
