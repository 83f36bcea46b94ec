package io.landbridge.migrate.operation;

import io.landbridge.migrate.operation.Outcome.Result;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginApplication.TranslationState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shows an application's interface-level providers at application level, or stops doing so. */
public final class TranslateApplication implements Operation {

  private final ApplicationKey target;
  private final TranslationSwitch translation;
  private final Patience patience;
  private final boolean force;
  private final Optional<String> obstacle;

  /**
   * Makes the operation.
   *
   * @param target the application
   * @param translation the switch of the plugin
   * @param patience how long a switch may take
   * @param force show it although foreign instances share its service name
   */
  public TranslateApplication(
      ApplicationKey target, TranslationSwitch translation, Patience patience, boolean force) {
    this(target, translation, patience, force, Optional.empty());
  }

  /**
   * The same of an application that the plugin would refuse to switch on.
   *
   * @param obstacle why it would, as far as that is known from outside; a dry run says so
   */
  public TranslateApplication(
      ApplicationKey target,
      TranslationSwitch translation,
      Patience patience,
      boolean force,
      Optional<String> obstacle) {
    this.target = target;
    this.translation = translation;
    this.patience = patience;
    this.force = force;
    this.obstacle = obstacle;
  }

  @Override
  public ApplicationKey target() {
    return target;
  }

  @Override
  public Outcome preview(Direction direction) throws RegistryException {
    PluginApplication now = translation.look(target);
    TranslationState goal = goal(direction);
    if (isDone(now, direction)) {
      return outcome(Result.UNCHANGED, now, now);
    }
    return direction == Direction.APPLY && !force && obstacle.isPresent()
        ? outcome(Result.FAILED, now, now).withProblem(obstacle.get())
        : Outcome.of(target, Result.WOULD_CHANGE, now.state().name(), goal.name(), now.problems());
  }

  @Override
  public Outcome run(Direction direction) throws RegistryException {
    TranslationState goal = goal(direction);
    PluginApplication before = translation.look(target);
    if (isDone(before, direction)) {
      return outcome(Result.UNCHANGED, before, before);
    }
    PluginApplication now =
        translation.turn(
            target, direction == Direction.APPLY, force && direction == Direction.APPLY);
    Patience.Wait wait = patience.begin();
    while (now.state() != goal && wait.pause(target.toString())) {
      now = look(now);
    }
    if (now.state() == goal) {
      return outcome(Result.CHANGED, before, now);
    }
    List<String> problems = new ArrayList<>(now.problems());
    problems.add(
        "not %s within %d s; the switch stays set, see 'landbridge status' for the progress"
            .formatted(goal, patience.limit().toSeconds()));
    return Outcome.of(target, Result.FAILED, before.state().name(), now.state().name(), problems);
  }

  /** The switch is committed, so a server that is away for a moment must not end the wait. */
  private PluginApplication look(PluginApplication last) throws RegistryException {
    try {
      return translation.look(target);
    } catch (RegistryException e) {
      if (e.kind() == Kind.UNREACHABLE || e.kind() == Kind.UNAVAILABLE) {
        return last;
      }
      throw e;
    }
  }

  private Outcome outcome(Result result, PluginApplication before, PluginApplication after) {
    return Outcome.of(
        target, result, before.state().name(), after.state().name(), after.problems());
  }

  private boolean isDone(PluginApplication now, Direction direction) {
    return now.state() == goal(direction)
        && (direction == Direction.ROLLBACK || now.forced() || !force);
  }

  private static TranslationState goal(Direction direction) {
    return switch (direction) {
      case APPLY -> TranslationState.TRANSLATED;
      case ROLLBACK -> TranslationState.OBSERVED;
    };
  }
}
