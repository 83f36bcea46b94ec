package io.landbridge.compat.translation;

import io.landbridge.compat.client.Answerer;
import io.landbridge.compat.client.CallResult;
import io.landbridge.compat.client.CallResults;
import io.landbridge.compat.translation.Expectation.Answered;
import io.landbridge.compat.translation.Expectation.Nobody;
import io.landbridge.compat.translation.Expectation.Way;
import io.landbridge.compat.translation.Verdict.Outcome;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One provider, one consumer, and what has to come of it.
 *
 * @param provider who is called
 * @param consumer who calls
 * @param expectations of each service
 */
public record Cell(
    ProviderKind provider, ConsumerKind consumer, Map<Service, Expectation> expectations) {

  /** Copies the map. */
  public Cell {
    expectations = Map.copyOf(expectations);
  }

  static Cell of(ProviderKind provider, ConsumerKind consumer, Rules rules) {
    Map<Service, Expectation> expectations = new EnumMap<>(Service.class);
    for (Service service : Service.values()) {
      expectations.put(service, rules.expect(provider, consumer, service));
    }
    return new Cell(provider, consumer, expectations);
  }

  /** {@code provider -> consumer}: the way an address takes. */
  public String label() {
    return provider + " -> " + consumer;
  }

  /** Whether a service is found by this way only. */
  boolean needs(Way way) {
    return expectations.containsValue(new Answered(way));
  }

  /** Whether no service is to be found. */
  boolean isImpossible() {
    return expectations.values().stream().allMatch(Nobody.class::isInstance);
  }

  /** What is expected, in words. */
  String expected() {
    Map<String, List<String>> services =
        expectations.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .collect(
                Collectors.groupingBy(
                    each -> each.getValue().words(),
                    TreeMap::new,
                    Collectors.mapping(each -> each.getKey().simpleName(), Collectors.toList())));
    if (services.size() == 1) {
      return services.keySet().iterator().next();
    }
    return services.entrySet().stream()
        .map(each -> String.join(", ", each.getValue()) + " " + each.getKey())
        .collect(Collectors.joining("; "));
  }

  /** Compares what came of calling everything. */
  Verdict judge(CallResults calls, Answerer answerer) {
    List<String> wrong =
        calls.results().stream()
            .filter(call -> !expectation(call).isMetBy(call, answerer))
            .map(CallResult::toString)
            .collect(Collectors.toList());
    if (calls.results().size() != CallResults.ALL_METHODS) {
      wrong.add(calls.results().size() + " calls instead of " + CallResults.ALL_METHODS);
    }
    return new Verdict(this, wrong.isEmpty() ? Outcome.PASSED : Outcome.FAILED, expected(), wrong);
  }

  private Expectation expectation(CallResult call) {
    return Objects.requireNonNull(expectations.get(Service.of(call.service())));
  }

  /** The same, when it could not even be tried. */
  Verdict failed(String why) {
    return new Verdict(this, Outcome.FAILED, expected(), List.of(why));
  }
}
