package io.landbridge.raft;

import io.landbridge.record.EntryKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The keys this member has: that of its present identity, and those of identities it had before,
 * which a restart needs to read the part of the log that was signed with them. Immutable.
 *
 * <p>They are kept in a file that the owner of the server alone can read, a line for each, the
 * newest first.
 */
public final class EntryKeys {

  /** More changes of the identity than there are between two snapshots. */
  private static final int KEPT = 8;

  private final Optional<EntryKey> present;
  private final List<EntryKey> all;

  private EntryKeys(Optional<EntryKey> present, List<EntryKey> all) {
    this.present = present;
    this.all = List.copyOf(all);
  }

  /** None: a member without an identity, which had none before. */
  public static EntryKeys none() {
    return new EntryKeys(Optional.empty(), List.of());
  }

  /**
   * Reads the file and adds the present key to it, before anybody is told of that key.
   *
   * @param file need not exist
   * @param present the key of this member's identity; empty when it has none
   * @throws IOException if the file cannot be read or written, or a line is not what this class
   *     writes
   */
  public static EntryKeys open(Path file, Optional<EntryKey> present) throws IOException {
    List<EntryKey> kept = new ArrayList<>();
    if (Files.exists(file)) {
      int number = 0;
      for (String line : Files.readAllLines(file)) {
        number++;
        kept.add(parse(file, number, line));
      }
    }
    List<EntryKey> all = new ArrayList<>(present.stream().toList());
    kept.stream()
        .filter(each -> present.stream().noneMatch(it -> it.id().equals(each.id())))
        .limit(KEPT - (long) all.size())
        .forEach(all::add);
    if (!ids(all).equals(ids(kept))) {
      DurableFile.write(
          file, all.stream().map(each -> each.toSecret() + "\n").collect(Collectors.joining()));
    }
    return new EntryKeys(present, all);
  }

  private static EntryKey parse(Path file, int number, String line) throws IOException {
    try {
      return EntryKey.ofSecret(line);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "%s: line %d is %s: copy the file from another member, or delete it if the server identity"
                  .formatted(file, number, e.getMessage())
              + " has not changed lately",
          e);
    }
  }

  private static List<String> ids(List<EntryKey> keys) {
    return keys.stream().map(EntryKey::id).toList();
  }

  /** The key of this member's identity; empty when it has none. */
  public Optional<EntryKey> present() {
    return present;
  }

  /** The key with an id; empty when this member does not have it. */
  Optional<EntryKey> find(String id) {
    return all.stream().filter(each -> each.id().equals(id)).findFirst();
  }
}
