package io.landbridge.migrate.plan;

import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.LogText;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The consumers whose rules have one configuration id. Dubbo writes a {@code /} in it as {@code -},
 * so that {@code team/front} and {@code team-front} read the same rule, and neither can be told
 * anything of its own.
 */
public final class SharedRules {

  private final Map<List<String>, SortedSet<String>> consumers = new HashMap<>();

  private SharedRules() {}

  /** Finds them among those who call something. */
  public static SharedRules of(Collection<Call> calls) {
    SharedRules shared = new SharedRules();
    for (Call each : calls) {
      shared
          .consumers
          .computeIfAbsent(id(each.namespace(), each.consumer()), none -> new TreeSet<>())
          .add(each.consumer());
    }
    return shared;
  }

  private static List<String> id(String namespace, String consumer) {
    return List.of(namespace, NacosSpelling.ruleId(consumer));
  }

  /** Returns why a consumer can have no rule of its own; empty if it can. */
  public Optional<String> refusal(ApplicationKey consumer) {
    String name = consumer.name().value();
    List<String> id = id(consumer.namespace().value(), name);
    String others =
        consumers.getOrDefault(id, new TreeSet<>()).stream()
            .filter(each -> !each.equals(name))
            .map(each -> "'%s'".formatted(LogText.of(each)))
            .collect(Collectors.joining(", "));
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ("its rule has the same configuration id, %s, as that of %s, because Dubbo writes '/'"
                    + " as '-'; change the dubbo.application.name of one of them")
                .formatted(id.get(1), others));
  }
}
