package io.landbridge.command;

import java.util.Comparator;
import java.util.Objects;

/**
 * One thing we wrote, or are about to write, to the configuration centre for an application. The
 * record is what makes taking it back exact: nothing else is ever changed or deleted.
 *
 * @param id what it is
 * @param stage how far it got
 */
public record Publication(Id id, Stage stage) {

  /** Checks that no part is missing. */
  public Publication {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(stage, "stage");
  }

  /**
   * Which configuration it concerns.
   *
   * @param kind document or mapping
   * @param name the metadata revision of a document, the data id of a mapping
   */
  public record Id(Kind kind, String name) implements Comparable<Id> {

    private static final Comparator<Id> ORDER =
        Comparator.comparing(Id::kind).thenComparing(Id::name);

    /** Checks that no part is missing. */
    public Id {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(name, "name");
    }

    @Override
    public int compareTo(Id other) {
      return ORDER.compare(this, other);
    }
  }

  /** What is written. */
  public enum Kind {
    /** The metadata document: data id = application, group = revision. */
    DOCUMENT,
    /** The application's name in the mapping of an interface. */
    MAPPING
  }

  /**
   * How far it got. The intent is recorded before anything is written, so that a publisher that
   * died in between leaves a trace its successor can finish or undo.
   */
  public enum Stage {
    /** It was not there before; we are about to write it. */
    INTENDED,
    /** We wrote it. */
    WRITTEN,
    /** It was there before us; nothing to take back. */
    FOUND
  }
}
