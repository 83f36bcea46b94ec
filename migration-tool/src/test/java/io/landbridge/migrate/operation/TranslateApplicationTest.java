package io.landbridge.migrate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.operation.Outcome.Result;
import io.landbridge.migrate.run.Execution;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.Audience;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginApplication.TranslationState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TranslateApplicationTest {

  private static final ApplicationKey SHOP =
      new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName("shop"));
  private static final Patience SHORT = new Patience(Duration.ofMillis(50), Duration.ofMillis(1));

  @Test
  void waitsUntilEverythingIsPublished() throws Exception {
    ScriptedSwitch plugin =
        new ScriptedSwitch(
            TranslationState.OBSERVED, TranslationState.SWITCHING_ON, TranslationState.TRANSLATED);

    Outcome outcome = new TranslateApplication(SHOP, plugin, SHORT, false).run(Direction.APPLY);

    assertThat(outcome.result()).isEqualTo(Result.CHANGED);
    assertThat(outcome.before()).isEqualTo("OBSERVED");
    assertThat(outcome.after()).isEqualTo("TRANSLATED");
    assertThat(plugin.turns).containsExactly(true);
  }

  @Test
  void doesNothingTwice() throws Exception {
    ScriptedSwitch plugin = new ScriptedSwitch(TranslationState.TRANSLATED);

    assertThat(new TranslateApplication(SHOP, plugin, SHORT, false).run(Direction.APPLY).result())
        .isEqualTo(Result.UNCHANGED);
    assertThat(plugin.turns).isEmpty();
  }

  @Test
  void previewTurnsNothing() throws Exception {
    ScriptedSwitch plugin = new ScriptedSwitch(TranslationState.TRANSLATED);

    assertThat(
            new TranslateApplication(SHOP, plugin, SHORT, false)
                .preview(Direction.ROLLBACK)
                .result())
        .isEqualTo(Result.WOULD_CHANGE);
    assertThat(plugin.turns).isEmpty();
  }

  @Test
  void previewSaysWhyTheSwitchWouldBeRefused() throws Exception {
    assertThat(refused(TranslationState.OBSERVED, false).preview(Direction.APPLY))
        .satisfies(each -> assertThat(each.result()).isEqualTo(Result.FAILED))
        .satisfies(each -> assertThat(each.problems()).contains("it is shared"));
    assertThat(refused(TranslationState.OBSERVED, true).preview(Direction.APPLY).result())
        .isEqualTo(Result.WOULD_CHANGE);
    assertThat(refused(TranslationState.TRANSLATED, false).preview(Direction.APPLY).result())
        .isEqualTo(Result.UNCHANGED);
    assertThat(refused(TranslationState.TRANSLATED, false).preview(Direction.ROLLBACK).result())
        .isEqualTo(Result.WOULD_CHANGE);
  }

  private static TranslateApplication refused(TranslationState now, boolean force) {
    return new TranslateApplication(
        SHOP, new ScriptedSwitch(now), SHORT, force, Optional.of("it is shared"));
  }

  @Test
  void tooLateIsAFailureThatSaysWhatIsMissing() throws Exception {
    ScriptedSwitch plugin =
        new ScriptedSwitch(TranslationState.OBSERVED, TranslationState.SWITCHING_ON);

    Outcome outcome = new TranslateApplication(SHOP, plugin, SHORT, false).run(Direction.APPLY);

    assertThat(outcome.result()).isEqualTo(Result.FAILED);
    assertThat(outcome.problems()).anyMatch(each -> each.contains("document missing"));
  }

  @Test
  void aServerThatIsAwayForAMomentDoesNotEndTheWait() throws Exception {
    ScriptedSwitch plugin =
        new ScriptedSwitch(
            TranslationState.TRANSLATED, TranslationState.SWITCHING_OFF, TranslationState.OBSERVED);
    plugin.awayAtLook = 2;

    assertThat(
            new TranslateApplication(SHOP, plugin, SHORT, false).run(Direction.ROLLBACK).result())
        .isEqualTo(Result.CHANGED);
  }

  @Test
  void oneFailureDoesNotKeepTheNextFromRunning() throws Exception {
    ScriptedSwitch away = new ScriptedSwitch(TranslationState.OBSERVED);
    away.awayAtLook = 1;
    ScriptedSwitch well =
        new ScriptedSwitch(TranslationState.OBSERVED, TranslationState.TRANSLATED);

    assertThat(
            new Execution(line -> {})
                .run(
                    List.of(
                        new TranslateApplication(SHOP, away, SHORT, false),
                        new TranslateApplication(SHOP, well, SHORT, false)),
                    Direction.APPLY))
        .extracting(Outcome::result)
        .containsExactly(Result.FAILED, Result.CHANGED);
  }

  @Test
  void whatIsShownAlreadyIsForcedOnceAndRollbackForgetsIt() throws Exception {
    ScriptedSwitch plugin = new ScriptedSwitch(TranslationState.TRANSLATED);
    TranslateApplication forced = new TranslateApplication(SHOP, plugin, SHORT, true);

    assertThat(forced.preview(Direction.APPLY).result()).isEqualTo(Result.WOULD_CHANGE);
    assertThat(forced.run(Direction.APPLY).result()).isEqualTo(Result.CHANGED);
    assertThat(plugin.forced).isTrue();
    assertThat(forced.run(Direction.APPLY).result()).isEqualTo(Result.UNCHANGED);
    assertThat(plugin.turns).containsExactly(true);

    ScriptedSwitch other =
        new ScriptedSwitch(TranslationState.TRANSLATED, TranslationState.OBSERVED);
    other.forced = true;
    new TranslateApplication(SHOP, other, SHORT, true).run(Direction.ROLLBACK);
    assertThat(other.forced).isFalse();
  }

  @Test
  void aShareIsRaisedAndNothingIsTakenAway() throws Exception {
    ScriptedSwitch plugin =
        new ScriptedSwitch(TranslationState.OBSERVED, TranslationState.TRANSLATED);
    Operation five = translation(plugin).showingTo(Audience.share(5, "salt"));

    assertThat(five.run(Direction.APPLY).after()).isEqualTo("TRANSLATED (5%)");
    assertThat(five.preview(Direction.APPLY).result()).isEqualTo(Result.UNCHANGED);
    Operation named = translation(plugin).showingTo(Audience.parse("web", ""));
    assertThat(named.run(Direction.APPLY).after()).isEqualTo("TRANSLATED (5%,web)");
    assertThat(five.preview(Direction.APPLY).result()).isEqualTo(Result.UNCHANGED);
    assertThat(translation(plugin).run(Direction.APPLY).after()).isEqualTo("TRANSLATED");
    assertThat(five.preview(Direction.APPLY).result()).isEqualTo(Result.UNCHANGED);
    assertThat(plugin.audiences).extracting(Audience::text).containsExactly("5%", "5%,web");
    assertThat(plugin.turns).containsExactly(true);
  }

  @Test
  void everybodyAndNobodyAreShownAtOnce() throws Exception {
    ScriptedSwitch plugin = new ScriptedSwitch(TranslationState.TRANSLATED);
    plugin.audience = Audience.share(5, "");

    Outcome none = new ShowApplication(SHOP, plugin, Audience.NOBODY).run(Direction.APPLY);
    assertThat(none.after()).isEqualTo("TRANSLATED (none)");
    Outcome all = new ShowApplication(SHOP, plugin, Audience.WHOLE).run(Direction.APPLY);
    assertThat(all.before()).isEqualTo("TRANSLATED (none)");
    assertThat(all.after()).isEqualTo("TRANSLATED");
    assertThat(
            new ShowApplication(SHOP, new ScriptedSwitch(TranslationState.OBSERVED), Audience.WHOLE)
                .run(Direction.APPLY)
                .result())
        .isEqualTo(Result.FAILED);
  }

  @Test
  void previewTellsWhatAnOperatorHasHidden() throws Exception {
    ScriptedSwitch plugin = new ScriptedSwitch(TranslationState.TRANSLATED);
    plugin.audience = Audience.NOBODY;
    assertThat(translation(plugin).preview(Direction.APPLY).wasHidden()).isTrue();
    plugin.audience = Audience.share(5, "salt");
    assertThat(translation(plugin).preview(Direction.APPLY).wasHidden()).isFalse();
  }

  private static TranslateApplication translation(ScriptedSwitch plugin) {
    return new TranslateApplication(SHOP, plugin, SHORT, false);
  }

  /** Goes on to its next state each time it is asked, and stays in the last one. */
  @Test
  void whoIsShownMoreThanIsWantedIsReached() throws Exception {
    ScriptedSwitch plugin = new ScriptedSwitch(TranslationState.TRANSLATED);
    plugin.audience = Audience.share(40, "another");

    Outcome outcome =
        new TranslateApplication(SHOP, plugin, SHORT, false)
            .showingTo(Audience.share(20, "salt"))
            .run(Direction.APPLY);

    assertThat(outcome.result()).isEqualTo(Result.UNCHANGED);
    assertThat(plugin.audiences).isEmpty();
  }

  private static final class ScriptedSwitch implements TranslationSwitch {

    private final Deque<TranslationState> states;
    private final List<Boolean> turns = new ArrayList<>();
    private final List<Audience> audiences = new ArrayList<>();
    private Audience audience = Audience.WHOLE;
    private boolean forced;
    private int looks;
    private int awayAtLook;

    ScriptedSwitch(TranslationState... states) {
      this.states = new ArrayDeque<>(List.of(states));
    }

    @Override
    public PluginApplication look(ApplicationKey key) throws RegistryException {
      if (++looks == awayAtLook) {
        throw new RegistryException(Kind.UNREACHABLE, "away", "here", "wait");
      }
      return next();
    }

    @Override
    public PluginApplication turn(ApplicationKey key, boolean on, boolean force) {
      turns.add(on);
      forced = force;
      audience = Audience.WHOLE;
      return next();
    }

    @Override
    public PluginApplication show(ApplicationKey key, Audience wanted, boolean force) {
      audiences.add(wanted);
      audience = wanted;
      forced = force;
      return next();
    }

    private PluginApplication next() {
      TranslationState state = states.size() > 1 ? states.removeFirst() : states.getFirst();
      return new PluginApplication(
          SHOP,
          state,
          1,
          0,
          List.of(),
          List.of(),
          List.of("document missing"),
          forced,
          0,
          // The plugin tells whom it shows an application to, and not with which salt.
          audience.salted(""));
    }
  }
}
