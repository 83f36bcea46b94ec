package io.landbridge.migrate.run;

import io.landbridge.migrate.journal.JournalEntry.Action;
import io.landbridge.migrate.rule.MalformedRuleException;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.migrate.wave.HeldConsumers;
import io.landbridge.migrate.wave.MigrationTarget;
import io.landbridge.migrate.wave.RefusedRuleException;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.migrate.wave.StoppedException.Kind;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Changes the rule of a consumer, with a record of what it was and what it is to be. */
final class RuleWriter {

  private static final int ATTEMPTS = 3;

  private final MigrationTarget target;
  private final Recorder recorder;

  RuleWriter(MigrationTarget target, Recorder recorder) {
    this.target = target;
    this.recorder = recorder;
  }

  /** What is made of a rule. */
  interface Change {
    RuleText of(Optional<String> present) throws MalformedRuleException;
  }

  /**
   * What became of a rule.
   *
   * @param changed whether it was written, perhaps by a request whose answer was lost
   * @param rule as it is now
   */
  record Written(boolean changed, RuleText rule) {

    /** What was left alone and why, for people. */
    List<String> problems() {
      List<String> problems = new ArrayList<>();
      rule.conflicts().stream()
          .map("a foreign entry for %s exists and stays unchanged"::formatted)
          .forEach(problems::add);
      rule.completed().stream()
          .map("the rule already has FORCE_APPLICATION for %s, which stays unchanged"::formatted)
          .forEach(problems::add);
      return problems;
    }
  }

  /**
   * The share of calls a consumer is told to send to the application level; see {@link
   * RuleText#proportion}.
   *
   * @throws StoppedException if what is there is no rule
   */
  int proportion(int wave, Action action, ApplicationKey consumer, List<String> services)
      throws RegistryException, IOException, StoppedException {
    try {
      return RuleText.proportion(target.rule(consumer), consumer.name().value(), services);
    } catch (MalformedRuleException e) {
      throw stopped(wave, action, consumer, RefusedRuleException.of(consumer, e));
    }
  }

  /**
   * Writes until nobody else has written meanwhile.
   *
   * @throws StoppedException if what is there is no rule, or others do not cease to write
   */
  Written change(int wave, Action action, ApplicationKey consumer, Change change, String detail)
      throws RegistryException, IOException, StoppedException {
    try {
      return attempt(wave, action, consumer, change, detail);
    } catch (RefusedRuleException e) {
      throw stopped(wave, action, consumer, e);
    }
  }

  /**
   * The same for whoever goes on with other consumers.
   *
   * @throws RefusedRuleException if what is there is no rule, others do not cease to write, or the
   *     server refuses this rule
   */
  Written changeAlone(
      int wave, Action action, ApplicationKey consumer, Change change, String detail)
      throws RegistryException, IOException, RefusedRuleException {
    try {
      return attempt(wave, action, consumer, change, detail);
    } catch (RegistryException e) {
      if (!HeldConsumers.isAboutTheRule(e)) {
        throw e;
      }
      recorder.failed(wave, action, consumer, e.what());
      throw RefusedRuleException.of(e);
    } catch (RefusedRuleException e) {
      recorder.failed(wave, action, consumer, e.what());
      throw e;
    }
  }

  private Written attempt(
      int wave, Action action, ApplicationKey consumer, Change change, String detail)
      throws RegistryException, IOException, RefusedRuleException {
    Optional<String> sent = Optional.empty();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<String> present = target.rule(consumer);
      RuleText next;
      try {
        next = change.of(present);
      } catch (MalformedRuleException e) {
        throw RefusedRuleException.of(consumer, e);
      }
      if (next.text().equals(present.orElse(""))) {
        recorder.doneIfInDoubt(wave, action, consumer, detail);
        return new Written(sent.filter(next.text()::equals).isPresent(), next);
      }
      sent = Optional.of(next.text());
      recorder.intent(wave, action, consumer, present.orElse(""), next.text());
      if (target.replaceRule(consumer, present, next.text())) {
        recorder.done(wave, action, consumer, next.text(), detail);
        return new Written(true, next);
      }
    }
    throw RefusedRuleException.busy();
  }

  private StoppedException stopped(
      int wave, Action action, ApplicationKey consumer, RefusedRuleException refusal)
      throws IOException {
    recorder.failed(wave, action, consumer, refusal.what());
    return new StoppedException(
        Kind.FAILED,
        "the rule of consumer '%s' was not changed (%s)".formatted(consumer.name(), refusal.what()),
        RefusedRuleException.where(consumer),
        refusal.advice() + ", then run the command again");
  }
}
