package io.landbridge.migrate.lock;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What operators ordered of a run that is under way. Each order may be given again without effect.
 *
 * @param paused whether the run holds before its next step
 * @param throttleSeconds how long the run waits between two applications; null for the time that it
 *     was started with
 * @param skipped the applications that are left out of their wave, as NAMESPACE/APPLICATION, sorted
 * @param stopped whether the run ends before its next step
 * @param by who gave the last order
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Orders(
    boolean paused,
    @Nullable Integer throttleSeconds,
    List<String> skipped,
    boolean stopped,
    String by) {

  /** No order. */
  public static final Orders NONE = new Orders(false, null, List.of(), false, "");

  /** Sorts and copies the list; what a record leaves out is empty. */
  public Orders {
    skipped = skipped == null ? List.of() : List.copyOf(new TreeSet<>(skipped));
    by = by == null ? "" : by;
  }

  /** The same with a pause. */
  public Orders pause() {
    return new Orders(true, throttleSeconds, skipped, stopped, by);
  }

  /** The same without a pause. */
  public Orders resume() {
    return new Orders(false, throttleSeconds, skipped, stopped, by);
  }

  /** The same with another pace. */
  public Orders throttle(int seconds) {
    return new Orders(paused, seconds, skipped, stopped, by);
  }

  /** The same with one more application left out. */
  public Orders skip(String application) {
    TreeSet<String> all = new TreeSet<>(skipped);
    all.add(application);
    return new Orders(paused, throttleSeconds, List.copyOf(all), stopped, by);
  }

  /** The same with an end. */
  public Orders stop() {
    return new Orders(paused, throttleSeconds, skipped, true, by);
  }

  /** The same, given by somebody. */
  public Orders by(String operator) {
    return new Orders(paused, throttleSeconds, skipped, stopped, operator);
  }
}
