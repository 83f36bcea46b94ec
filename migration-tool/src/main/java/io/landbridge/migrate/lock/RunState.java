package io.landbridge.migrate.lock;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * How far a run is, as the run itself last recorded it.
 *
 * @param phase whether it works or holds
 * @param wave the wave it works on; 0 for a run without a plan, and before the first wave
 * @param waves how many waves the plan has; 0 for a run without a plan
 * @param application the application it works on or worked on last, as NAMESPACE/APPLICATION
 * @param waiting the applications of the wave whose step has not begun, as NAMESPACE/APPLICATION;
 *     the first {@value #MAX_LISTED}
 * @param waitingTotal how many applications wait
 * @param throttleSeconds how long it waits between two applications
 * @param reason why it holds, for people; empty while it works
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record RunState(
    Phase phase,
    int wave,
    int waves,
    String application,
    List<String> waiting,
    int waitingTotal,
    int throttleSeconds,
    String reason) {

  /** A record has no room for the names of any number of applications. */
  public static final int MAX_LISTED = 200;

  /** A run that has not begun with anything. */
  public static final RunState NEW = new RunState(Phase.RUNNING, 0, 0, "", List.of(), 0, 0, "");

  /** Copies the list; what a record leaves out is empty. */
  public RunState {
    phase = phase == null ? Phase.RUNNING : phase;
    application = application == null ? "" : application;
    waiting =
        waiting == null
            ? List.of()
            : List.copyOf(waiting.subList(0, Math.min(MAX_LISTED, waiting.size())));
    reason = reason == null ? "" : reason;
  }

  /** The same in another phase. */
  public RunState in(Phase other, String why) {
    return new RunState(
        other, wave, waves, application, waiting, waitingTotal, throttleSeconds, why);
  }

  /** The same with another pace. */
  public RunState at(int seconds) {
    return new RunState(phase, wave, waves, application, waiting, waitingTotal, seconds, reason);
  }

  /** The state at the beginning of a wave. */
  public RunState begin(int number, int of, List<String> applications) {
    return new RunState(
        Phase.RUNNING, number, of, "", applications, applications.size(), throttleSeconds, "");
  }

  /** The state once the step of an application begins. */
  public RunState step(String next, List<String> left) {
    return new RunState(Phase.RUNNING, wave, waves, next, left, left.size(), throttleSeconds, "");
  }

  /** Whether the step of an application may not have begun yet. */
  public boolean mayWait(String name) {
    return waiting.contains(name) || waitingTotal > waiting.size();
  }

  /** Whether a run works or holds. */
  public enum Phase {
    /** The run works. */
    RUNNING,
    /** An operator has paused the run. */
    PAUSED,
    /** The guard's metric is out of bounds, or is not available. */
    GUARDED
  }
}
