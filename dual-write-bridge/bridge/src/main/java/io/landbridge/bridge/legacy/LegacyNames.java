package io.landbridge.bridge.legacy;

import io.landbridge.model.NameRules;
import io.landbridge.model.NameUse;
import io.landbridge.model.ServiceKey;
import java.util.Optional;

/**
 * Which services a cluster of 1.x can have: it takes fewer names than this one. What it cannot have
 * is never exported, and no client of 1.x could ask for it there. Pure; for use from any thread.
 */
public final class LegacyNames {

  private static final NameRules RULES = NameRules.NACOS_1;

  private LegacyNames() {}

  public static boolean takes(ServiceKey service) {
    return RULES.takes(NameUse.SERVICE, service.name())
        && RULES.takes(NameUse.NACOS_GROUP, service.group());
  }

  /** Why it cannot have a service, in the words of its servers and ours; empty when it can. */
  public static Optional<String> refusal(ServiceKey service) {
    return RULES
        .refusal(NameUse.SERVICE, service.name())
        .or(() -> RULES.refusal(NameUse.NACOS_GROUP, service.group()))
        .map(
            why ->
                "the legacy cluster does not support this name (dom name can only have these"
                    + " characters: 0-9a-zA-Z-._:): "
                    + why);
  }
}
