package io.landbridge.registry.plugin;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import java.util.List;

/**
 * An application as the plugin sees it.
 *
 * @param key the application
 * @param state where its translation stands
 * @param instances how many instances the catalog has
 * @param imported how many of them are registered in a legacy cluster alone
 * @param interfaces the services it offers, as {@code [group/]interface[:version]}
 * @param revisions the revisions of its metadata
 * @param problems what keeps the state from being reached
 * @param forced whether it is shown although foreign instances share its service name
 * @param since when it got into this state, milliseconds since 1970
 * @param audience which consumer processes are shown its derived instances, without the salt;
 *     everybody while it is not switched on
 */
public record PluginApplication(
    ApplicationKey key,
    TranslationState state,
    int instances,
    int imported,
    List<String> interfaces,
    List<String> revisions,
    List<String> problems,
    boolean forced,
    long since,
    Audience audience) {

  /** Copies the lists. */
  public PluginApplication {
    interfaces = List.copyOf(interfaces);
    revisions = List.copyOf(revisions);
    problems = List.copyOf(problems);
  }

  /** An application that everybody is shown. */
  public PluginApplication(
      ApplicationKey key,
      TranslationState state,
      int instances,
      int imported,
      List<String> interfaces,
      List<String> revisions,
      List<String> problems,
      boolean forced,
      long since) {
    this(
        key,
        state,
        instances,
        imported,
        interfaces,
        revisions,
        problems,
        forced,
        since,
        Audience.WHOLE);
  }

  /** Its state, and whom it is shown to where that is not everybody. */
  public String stateAndAudience() {
    return audience.isWhole() ? state.name() : "%s (%s)".formatted(state, audience.text());
  }

  /** Where the translation of an application stands. */
  public enum TranslationState {
    /** Nothing is shown. */
    OBSERVED,
    /** Something of what its consumers need is not published yet, or it may not be shown. */
    SWITCHING_ON,
    /** Everything is published and shown. */
    TRANSLATED,
    /** Something that had been published is not taken back yet. */
    SWITCHING_OFF
  }
}
