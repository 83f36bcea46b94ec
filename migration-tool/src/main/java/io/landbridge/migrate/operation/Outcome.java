package io.landbridge.migrate.operation;

import io.landbridge.model.ApplicationKey;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of an operation. Its component names, but {@code wasHeld} and {@code wasHidden}, are
 * the JSON {@code apply} and {@code rollback} print.
 *
 * @param namespace the namespace
 * @param application the application
 * @param result what happened
 * @param before the state before
 * @param after the state after
 * @param problems what stands in the way
 * @param wasHeld whether it was left out because consumers would move at once
 * @param wasHidden whether an operator had hidden it from all consumers before
 */
public record Outcome(
    String namespace,
    String application,
    Result result,
    String before,
    String after,
    List<String> problems,
    boolean wasHeld,
    boolean wasHidden) {

  private static final String HELD = "held: a consumer would move at once: ";

  /** Copies the list. */
  public Outcome {
    problems = List.copyOf(problems);
  }

  /** What became of an operation that was neither held nor hidden. */
  public Outcome(
      String namespace,
      String application,
      Result result,
      String before,
      String after,
      List<String> problems) {
    this(namespace, application, result, before, after, problems, false, false);
  }

  static Outcome of(
      ApplicationKey key, Result result, String before, String after, List<String> problems) {
    return new Outcome(
        key.namespace().value(), key.name().value(), result, before, after, problems);
  }

  /** The same with one more that stands in the way. */
  public Outcome withProblem(String problem) {
    List<String> all = new ArrayList<>(problems);
    all.add(problem);
    return new Outcome(namespace, application, result, before, after, all, wasHeld, wasHidden);
  }

  /** The same of what an operator had hidden from all consumers before. */
  public Outcome ofHidden() {
    return new Outcome(namespace, application, result, before, after, problems, wasHeld, true);
  }

  /** An operation that could not be carried out. */
  public static Outcome failed(ApplicationKey key, String problem) {
    return of(key, Result.FAILED, "", "", List.of(problem));
  }

  /** The same of what may be no application at all. */
  public static Outcome failed(String namespace, String application, String problem) {
    return new Outcome(namespace, application, Result.FAILED, "", "", List.of(problem));
  }

  /** An operation that was left out because consumers would move at once. */
  public static Outcome held(ApplicationKey key, String consumers) {
    return new Outcome(
        key.namespace().value(),
        key.name().value(),
        Result.FAILED,
        "",
        "",
        List.of(HELD + consumers),
        true,
        false);
  }

  /** An operation that an operator had left out. */
  public static Outcome skipped(ApplicationKey key, String problem) {
    return of(key, Result.SKIPPED, "", "", List.of(problem));
  }

  /** What stands in the way, as one text for people. */
  public String problemsText() {
    return String.join("; ", problems);
  }

  /** Whether the state after is the one before: something else changes, or nothing. */
  public boolean keepsState() {
    return before.equals(after);
  }

  /** Whether it is as wanted, or would be. */
  public boolean isWell() {
    return result != Result.FAILED && result != Result.SKIPPED;
  }

  /** What happened. */
  public enum Result {
    /** It was changed. */
    CHANGED,
    /** It was so already. */
    UNCHANGED,
    /** It would be changed; this was a dry run. */
    WOULD_CHANGE,
    /** It was not reached. */
    FAILED,
    /** It was left out because an operator ordered so. */
    SKIPPED
  }
}
