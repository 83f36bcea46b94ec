package io.landbridge.migrate.rule;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import io.landbridge.compat.fuzz.UsualLength;
import io.landbridge.dubbo.ServiceRange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Rules: the first line of an input is the service that a consumer is told of, the rest is the rule
 * that is there. What others wrote stays, and nothing but what is told is added.
 */
@UsualLength(256)
public final class RuleFuzz implements FuzzTarget {

  private static final String CONSUMER = "shop-web";
  private static final String STEP = "APPLICATION_FIRST";

  @Override
  public void run(byte[] input) throws MalformedRuleException {
    String[] parts = new String(input, StandardCharsets.UTF_8).split("\n", 2);
    String service = ServiceRule.refusal(parts[0]).isEmpty() ? parts[0] : "demo.Cart:1.0";
    Optional<String> existing = Optional.of(parts.length > 1 ? parts[1] : "");
    List<String> services = List.of(service);
    List<String> others;
    RuleText told;
    RuleText.ours(existing);
    try {
      RuleDraft draft = new RuleDraft(existing, CONSUMER);
      others = draft.others();
      draft.proportion(services);
      draft.delaySeconds(services);
      RuleText.back(existing, CONSUMER, services);
      told = RuleText.with(existing, CONSUMER, List.of(new ServiceRule(service, STEP, 0.5, 40, 7)));
    } catch (MalformedRuleException e) {
      Holds.that(String.valueOf(e.getMessage()).length() < 2_000, "the message is short");
      return;
    }
    Optional<String> text = Optional.of(told.text());
    RuleDraft draft = new RuleDraft(text, CONSUMER);
    Holds.equal(draft.others(), others);
    if (told.conflicts().isEmpty() && told.completed().isEmpty()) {
      Holds.that(RuleText.ours(text).contains(service), "what is told is ours");
      // Whoever takes any version is told the least of what the versions are told.
      Holds.that(
          ServiceRange.of(service).version().equals(ServiceRange.ANY)
              || draft.proportion(services) >= 40,
          "nobody is told less");
    }
    RuleText back = RuleText.back(text, CONSUMER, services);
    Holds.equal(RuleText.others(Optional.of(back.text()), CONSUMER), others);
  }

  /** A rule is read eight times, each time into events, nodes and values. */
  @Override
  public long mostMemory(int length) {
    return (16L << 20) + 16 * 1_024L * length;
  }
}
