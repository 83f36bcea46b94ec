package io.landbridge.migrate.operation;

import io.landbridge.migrate.operation.Outcome.Result;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
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
  private final Audience audience;

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
    this(target, translation, patience, force, obstacle, Audience.WHOLE);
  }

  private TranslateApplication(
      ApplicationKey target,
      TranslationSwitch translation,
      Patience patience,
      boolean force,
      Optional<String> obstacle,
      Audience audience) {
    this.target = target;
    this.translation = translation;
    this.patience = patience;
    this.force = force;
    this.obstacle = obstacle;
    this.audience = audience;
  }

  @Override
  public Operation showingTo(Audience other) {
    return new TranslateApplication(target, translation, patience, force, obstacle, other);
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
    if (direction == Direction.APPLY && !force && obstacle.isPresent()) {
      return outcome(Result.FAILED, now, now).withProblem(obstacle.get());
    }
    Outcome wouldBe =
        Outcome.of(
            target,
            Result.WOULD_CHANGE,
            now.stateAndAudience(),
            goal(goal, direction),
            now.problems());
    return now.audience().equals(Audience.NOBODY) ? wouldBe.ofHidden() : wouldBe;
  }

  @Override
  public Outcome run(Direction direction) throws RegistryException {
    TranslationState goal = goal(direction);
    PluginApplication before = translation.look(target);
    if (isDone(before, direction)) {
      return outcome(Result.UNCHANGED, before, before);
    }
    PluginApplication now = turn(direction, before);
    Patience.Wait wait = patience.begin();
    while (!isReached(now, direction) && wait.pause(target.toString())) {
      now = look(now);
    }
    if (isReached(now, direction)) {
      return outcome(Result.CHANGED, before, now);
    }
    List<String> problems = new ArrayList<>(now.problems());
    problems.add(
        "not %s within %d s; the switch stays set, see 'landbridge status' for the progress"
            .formatted(goal, patience.limit().toSeconds()));
    return Outcome.of(
        target, Result.FAILED, before.stateAndAudience(), now.stateAndAudience(), problems);
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
        target, result, before.stateAndAudience(), after.stateAndAudience(), after.problems());
  }

  private PluginApplication turn(Direction direction, PluginApplication before)
      throws RegistryException {
    Audience wanted = wanted(before);
    if (direction == Direction.APPLY && !wanted.isWhole()) {
      return translation.show(target, wanted, force);
    }
    return translation.turn(
        target, direction == Direction.APPLY, force && direction == Direction.APPLY);
  }

  /** Nothing is taken from those that are shown it already. */
  private Audience wanted(PluginApplication before) {
    boolean on =
        before.state() == TranslationState.TRANSLATED
            || before.state() == TranslationState.SWITCHING_ON;
    return on ? audience.plus(before.audience()) : audience;
  }

  private boolean isDone(PluginApplication now, Direction direction) {
    return isReached(now, direction) && (direction == Direction.ROLLBACK || now.forced() || !force);
  }

  /** Who is shown more than is wanted stays shown: the plugin keeps the salt, and tells none. */
  private boolean isReached(PluginApplication now, Direction direction) {
    return now.state() == goal(direction)
        && (direction == Direction.ROLLBACK
            || now.audience().includes(audience.salted(now.audience().salt()))
            || now.audience().text().equals(audience.text()));
  }

  private String goal(TranslationState goal, Direction direction) {
    return direction == Direction.ROLLBACK || audience.isWhole()
        ? goal.name()
        : "%s (%s)".formatted(goal, audience.text());
  }

  private static TranslationState goal(Direction direction) {
    return switch (direction) {
      case APPLY -> TranslationState.TRANSLATED;
      case ROLLBACK -> TranslationState.OBSERVED;
    };
  }
}
