package io.landbridge.migrate.lock;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of the note that keeps two runs from changing one cluster. An expired or released one
 * has its end in the past.
 *
 * @param format the version of the format
 * @param journal the id of the journal of its holder
 * @param host the machine of its holder
 * @param name who that is, for people
 * @param doing what for, for people
 * @param until when it ends by itself, milliseconds since 1970; 0 when it was given back
 * @param run the run that takes orders; null where the holder takes none
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LockRecord(
    int format,
    String journal,
    String host,
    String name,
    String doing,
    long until,
    @Nullable Run run) {

  /** The id of the note. */
  public static final String NOTE = "lock";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What a record leaves out is empty. */
  public LockRecord {
    journal = journal == null ? "" : journal;
    host = host == null ? "" : host;
    name = name == null ? "" : name;
    doing = doing == null ? "" : doing;
  }

  /**
   * A run that takes orders.
   *
   * @param id what this run is told from others by, also from the run after it with the same
   *     journal
   * @param state how far it is
   * @param orders what operators ordered of it
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Run(String id, RunState state, Orders orders) {

    /** What a record leaves out is empty. */
    public Run {
      id = id == null ? "" : id;
      state = state == null ? RunState.NEW : state;
      orders = orders == null ? Orders.NONE : orders;
    }
  }

  /**
   * Reads the content of a note; empty when it is none of this version.
   *
   * @param text the content
   */
  public static Optional<LockRecord> parse(String text) {
    try {
      return Optional.ofNullable(JSON.readValue(text, LockRecord.class));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** The content of a note. */
  public String text() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of values can always be written", e);
    }
  }

  /** Why the run does nothing for now, for people; empty while it works. */
  public String heldBecause() {
    if (run == null || run.state().phase() == RunState.Phase.RUNNING) {
      return "";
    }
    return run.state().reason().isEmpty() ? run.state().phase().name() : run.state().reason();
  }

  /** The same with other orders; without effect where no run takes orders. */
  public LockRecord with(Orders orders) {
    return run == null
        ? this
        : new LockRecord(
            format, journal, host, name, doing, until, new Run(run.id(), run.state(), orders));
  }
}
