package io.landbridge.migrate.run;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.migrate.lock.Notes;
import io.landbridge.migrate.wave.Parity;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.migrate.wave.StoppedException.Kind;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The applications of a cluster that cannot be taken back any more; a note in the cluster. */
public final class Completed {

  /** The note. */
  public static final String NOTE = "completed";

  /** What an application is that is among them. */
  public static final String STATE = "COMPLETED";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ATTEMPTS = 5;

  private final Notes notes;

  /** Makes it; nothing is read yet. */
  public Completed(Notes notes) {
    this.notes = notes;
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Content(int format, List<String> applications) {}

  /** Their names, as {@code namespace/application}, sorted. */
  public SortedSet<String> all() throws RegistryException, StoppedException {
    return parse(notes.read(NOTE));
  }

  /**
   * Passes when none of these is completed.
   *
   * @throws StoppedException otherwise
   */
  public void refuse(Collection<ApplicationKey> keys) throws RegistryException, StoppedException {
    SortedSet<String> all = all();
    List<String> refused = keys.stream().map(String::valueOf).filter(all::contains).toList();
    if (!refused.isEmpty()) {
      throw new StoppedException(
          Kind.PRECONDITION,
          "%s cannot be rolled back: completed".formatted(Parity.text(refused)),
          "configuration LANDBRIDGE/" + NOTE,
          "their providers and consumers may depend on the application level; roll back only the"
              + " other applications, with 'landbridge rollback --application NAME' for each");
    }
  }

  /** Adds applications, and returns those that were not among them. */
  Set<ApplicationKey> add(Collection<ApplicationKey> keys)
      throws RegistryException, StoppedException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<String> present = notes.read(NOTE);
      SortedSet<String> all = parse(present);
      Set<ApplicationKey> added = new TreeSet<>();
      for (ApplicationKey each : keys) {
        if (all.add(each.toString())) {
          added.add(each);
        }
      }
      if (added.isEmpty() || notes.replace(NOTE, present, text(all))) {
        return added;
      }
    }
    throw new StoppedException(
        Kind.FAILED,
        "another process keeps changing the list of completed applications",
        "configuration LANDBRIDGE/" + NOTE,
        "check for other runs of landbridge, and run the command again");
  }

  private static String text(SortedSet<String> all) {
    try {
      return JSON.writeValueAsString(new Content(1, List.copyOf(all)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of values can always be written", e);
    }
  }

  private static SortedSet<String> parse(Optional<String> text) throws StoppedException {
    try {
      return text.isEmpty()
          ? new TreeSet<>()
          : new TreeSet<>(JSON.readValue(text.get(), Content.class).applications());
    } catch (JsonProcessingException e) {
      throw new StoppedException(
          Kind.PRECONDITION,
          "the list of completed applications cannot be read",
          "configuration LANDBRIDGE/" + NOTE,
          "repair the configuration; the console shows its history");
    }
  }
}
