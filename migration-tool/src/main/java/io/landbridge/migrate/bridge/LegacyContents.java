package io.landbridge.migrate.bridge;

import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyInstance;
import io.landbridge.registry.legacy.LegacySnapshot;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Everything a legacy cluster has, read once, when it is asked for. For one thread. */
final class LegacyContents {

  private final BridgeGround ground;
  private @Nullable Seen seen;
  private @Nullable LegacyCount counted;

  LegacyContents(BridgeGround ground) {
    this.ground = ground;
  }

  /**
   * The ephemeral instances of the legacy cluster, read once.
   *
   * @param known whether it lists them
   * @param ephemeral the instances by service
   */
  record Seen(boolean known, SortedMap<ServiceKey, List<RegisteredInstance>> ephemeral) {

    /** Counts the exported instances of each bridge, by its origin. */
    SortedMap<String, Integer> origins() {
      SortedMap<String, Integer> origins = new TreeMap<>();
      ephemeral.values().stream()
          .flatMap(List::stream)
          .flatMap(each -> ExportMark.originOf(each.metadata()).stream())
          .forEach(name -> origins.merge(name, 1, Integer::sum));
      return origins;
    }
  }

  Seen seen() throws RegistryException {
    if (seen == null) {
      Optional<LegacySnapshot> snapshot = ground.legacy().snapshot();
      SortedMap<ServiceKey, List<RegisteredInstance>> ephemeral = new TreeMap<>();
      snapshot
          .map(LegacySnapshot::services)
          .orElse(new TreeMap<>())
          .forEach(
              (service, instances) ->
                  ephemeral.put(service, instances.stream().map(LegacyInstance::seen).toList()));
      seen = new Seen(snapshot.isPresent(), ephemeral);
    }
    return seen;
  }

  LegacyCount counted() throws RegistryException {
    if (counted == null) {
      counted =
          LegacyCount.of(ground.legacy(), ground.legacy().snapshot(), !knownOrigin().isEmpty());
    }
    return counted;
  }

  /** Where no plugin answers, nothing is imported, and that is said elsewhere. */
  private String knownOrigin() throws RegistryException {
    try {
      return ground.origin();
    } catch (RegistryException e) {
      if (e.kind() != Kind.PLUGIN_MISSING && e.kind() != Kind.UNAVAILABLE) {
        throw e;
      }
      return "";
    }
  }
}
