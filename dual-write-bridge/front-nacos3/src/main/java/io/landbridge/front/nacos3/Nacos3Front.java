package io.landbridge.front.nacos3;

import io.landbridge.host.boot.Front;
import io.landbridge.model.Networks;
import io.landbridge.plugin.Settings;
import java.util.Optional;

/** Brings the front into the plugin; found by {@link java.util.ServiceLoader}. */
public final class Nacos3Front implements Front.Provider {

  private static final int MOST_POLLS = 200_000;

  /** Called by {@link java.util.ServiceLoader}. */
  public Nacos3Front() {}

  @Override
  public String line() {
    return "nacos3";
  }

  /** Off unless somebody says so: the server's own API of 1.x may be switched off for a reason. */
  @Override
  public Optional<Front> configure(Settings settings) {
    boolean wanted = settings.isTrue("landbridge.v1-front.enabled", false);
    Networks pushed = settings.networks("landbridge.v1-front.push.networks");
    boolean configs = settings.isTrue("landbridge.v1-front.config", true);
    int polls = settings.number("landbridge.v1-front.config.polls", 20_000);
    if (polls < 1 || polls > MOST_POLLS) {
      throw new IllegalArgumentException(
          "landbridge.v1-front.config.polls is %d, not 1 to %d".formatted(polls, MOST_POLLS));
    }
    return wanted
        ? Optional.of(
            (beans, slot, fits) ->
                FrontBeans.register(beans, slot, pushed, configs && fits ? polls : 0))
        : Optional.empty();
  }
}
