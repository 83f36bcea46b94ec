package io.landbridge.migrate.wave;

import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.migrate.inventory.ConfigurationReader;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.rule.MalformedRuleException;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;

/** The rule of one consumer cannot be read or changed, which says nothing of other consumers. */
public final class RefusedRuleException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String what;
  private final String advice;

  private RefusedRuleException(String what, String advice) {
    super(what + "; " + advice);
    this.what = what;
    this.advice = advice;
  }

  /** For a rule that is not one. */
  public static RefusedRuleException of(ApplicationKey consumer, MalformedRuleException failure) {
    return new RefusedRuleException(
        "its rule cannot be read: " + failure.getMessage(), "fix or remove " + where(consumer));
  }

  /** For what servers say of this rule alone. */
  public static RefusedRuleException of(RegistryException failure) {
    return new RefusedRuleException(
        "its rule cannot be read or written: " + failure.what(), failure.advice());
  }

  /** For who was sent to the application level alone by somebody else. */
  static RefusedRuleException forced(Rule rule) {
    return new RefusedRuleException(
        "a foreign entry of its rule has FORCE_APPLICATION for " + Parity.text(rule.services()),
        "change that entry to FORCE_INTERFACE, or remove it, in " + where(rule.key()));
  }

  /** For a rule that others do not cease to write. */
  public static RefusedRuleException busy() {
    return new RefusedRuleException(
        "another process keeps changing the rule", "wait until that process has ended");
  }

  /** What is wrong, for people. */
  public String what() {
    return what;
  }

  /** What an operator can do. */
  public String advice() {
    return advice;
  }

  /** Where the rule of a consumer is. */
  public static String where(ApplicationKey consumer) {
    return "configuration %s/%s in namespace %s"
        .formatted(
            ConfigurationReader.RULE_GROUP,
            NacosSpelling.ruleId(consumer.name().value()),
            consumer.namespace());
  }
}
