package io.landbridge.migrate.operation;

import io.landbridge.migrate.operation.Outcome.Result;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginApplication.TranslationState;
import java.util.List;

/**
 * Shows a translated application to exactly these consumer processes, at once: to all, to none, or
 * to some. It waits for nothing, so that it can end harm. There is no way back but another one.
 */
public final class ShowApplication implements Operation {

  private final ApplicationKey target;
  private final TranslationSwitch translation;
  private final Audience audience;

  /**
   * Makes the operation.
   *
   * @param target the application
   * @param translation the switch of the plugin
   * @param audience whom it is shown to
   */
  public ShowApplication(ApplicationKey target, TranslationSwitch translation, Audience audience) {
    this.target = target;
    this.translation = translation;
    this.audience = audience;
  }

  @Override
  public ApplicationKey target() {
    return target;
  }

  @Override
  public Outcome preview(Direction direction) throws RegistryException {
    return changed(translation.look(target), true);
  }

  @Override
  public Outcome run(Direction direction) throws RegistryException {
    return changed(translation.look(target), false);
  }

  private Outcome changed(PluginApplication now, boolean dry) throws RegistryException {
    if (now.state() != TranslationState.TRANSLATED
        && now.state() != TranslationState.SWITCHING_ON) {
      return Outcome.of(
          target,
          Result.FAILED,
          now.state().name(),
          now.state().name(),
          List.of("the application is not translated; run 'landbridge apply' first"));
    }
    if (now.audience().text().equals(audience.text())) {
      return Outcome.of(
          target, Result.UNCHANGED, now.stateAndAudience(), now.stateAndAudience(), List.of());
    }
    if (dry) {
      return Outcome.of(
          target,
          Result.WOULD_CHANGE,
          now.stateAndAudience(),
          "%s (%s)".formatted(now.state(), audience.text()),
          List.of());
    }
    PluginApplication after =
        audience.isWhole()
            ? translation.turn(target, true, now.forced())
            : translation.show(target, audience, now.forced());
    return Outcome.of(
        target, Result.CHANGED, now.stateAndAudience(), after.stateAndAudience(), List.of());
  }
}
