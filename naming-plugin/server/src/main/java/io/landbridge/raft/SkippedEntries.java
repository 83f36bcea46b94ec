package io.landbridge.raft;

import io.landbridge.command.EntryId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entries the members have agreed to leave out, as this member keeps them in a file of its own:
 * it needs them before it has read the part of the log in which they agreed.
 *
 * <p>The file has a line for each: its number, a blank, its SHA-256. Losing it loses no agreement:
 * the member stops at the entry again, and finds behind it in the log what was agreed.
 */
public final class SkippedEntries {

  private static final Logger LOG = LoggerFactory.getLogger(SkippedEntries.class);

  private final @Nullable Path file;
  private final Set<EntryId> entries = ConcurrentHashMap.newKeySet();

  private SkippedEntries(@Nullable Path file) {
    this.file = file;
  }

  /** None, and nowhere to keep any. */
  public static SkippedEntries none() {
    return new SkippedEntries(null);
  }

  /**
   * Reads the file.
   *
   * @param file need not exist
   * @throws IOException if it cannot be read, or a line is not what this class writes: a member
   *     that overlooks one could apply what the others leave out
   */
  public static SkippedEntries open(Path file) throws IOException {
    SkippedEntries skipped = new SkippedEntries(file);
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        skipped.entries.add(parse(file, line));
      }
    }
    return skipped;
  }

  private static EntryId parse(Path file, String line) throws IOException {
    String[] parts = line.split(" ", -1);
    try {
      if (parts.length == 2) {
        return new EntryId(Long.parseLong(parts[0]), parts[1]);
      }
    } catch (IllegalArgumentException e) {
      LOG.debug("{} has a malformed line", file, e);
    }
    throw new IOException(
        file + " has a line that is not 'NUMBER SHA-256': copy the file from another member");
  }

  /** Whether there are any; most members never have one. */
  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Whether the entry with this number and these bytes is left out. */
  boolean contains(long number, byte[] entry) {
    return entries.stream().anyMatch(each -> each.number() == number)
        && entries.contains(EntryId.of(number, entry));
  }

  /**
   * Keeps one.
   *
   * @return whether it will still be known after a restart
   */
  boolean add(EntryId entry) {
    entries.add(entry);
    Path target = file;
    if (target == null) {
      return false;
    }
    try {
      write(target);
      return true;
    } catch (IOException e) {
      LOG.error("{} cannot be written", target, e);
      return false;
    }
  }

  private void write(Path target) throws IOException {
    String text =
        entries.stream()
            .sorted(Comparator.comparingLong(EntryId::number).thenComparing(EntryId::sha256))
            .map(each -> each.number() + " " + each.sha256() + "\n")
            .collect(Collectors.joining());
    DurableFile.write(target, text);
  }
}
