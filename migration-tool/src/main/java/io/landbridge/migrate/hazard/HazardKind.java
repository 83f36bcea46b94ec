package io.landbridge.migrate.hazard;

import io.landbridge.migrate.inventory.Severity;

/** What a migration could stumble over, beside what cannot be translated at all. */
public enum HazardKind {
  /**
   * One address belongs to several applications: a shared container, or a port that is forwarded.
   */
  SHARED_ADDRESS(
      Severity.WARNING,
      "a process is told from others by its address and its application: check that these are"
          + " several processes, and that each says its own name"),
  /** One service is offered by several applications. */
  SEVERAL_PROVIDERS(
      Severity.INFO,
      "consumers at application level load all of them; put them into the same wave, or make sure"
          + " that each of them is well"),
  /** The services of one application are in several Nacos groups. */
  SEVERAL_NACOS_GROUPS(
      Severity.WARNING,
      "an application has one service per Nacos group at application level, and one mapping for"
          + " all: check that its consumers look in the group they mean"),
  /** Processes of one application offer different things, as in a rolling upgrade. */
  SEVERAL_REVISIONS(
      Severity.INFO,
      "each variant has a document of its own; let a rolling upgrade end before the migration"),
  /** Processes of one application say different things of the same service. */
  DIFFERENT_PARAMETERS(
      Severity.INFO,
      "each variant has a document of its own; set weight and tag by rule instead, to have fewer"),
  /** An instance that is not ephemeral. */
  PERSISTENT_INSTANCE(
      Severity.WARNING,
      "Dubbo registers none: check who did, and that it is taken away when the process ends"),
  /** An instance that somebody has taken out of service. */
  DISABLED_INSTANCE(Severity.INFO, "it is hidden at both levels for as long as it is disabled"),
  /** One process is registered under both forms of a service's name. */
  BOTH_NAME_FORMS(
      Severity.INFO,
      "it counts once; take register-compatible out of the registry's address once no consumer of"
          + " Dubbo 2.6 is left"),
  /** Registrations without interface and methods, as {@code simplified=true} makes them. */
  SIMPLIFIED(
      Severity.INFO,
      "the interface is taken from the path; consumers do not learn the methods at either level"),
  /** A registration of a client that is not written in Java, by its path or its category. */
  NOT_JAVA(
      Severity.INFO,
      "its interface level is translated; its own application level is not Java's, so do not rely"
          + " on it"),
  /** An instance that servers since Nacos 2.3 would refuse to register. */
  REFUSED_BY_NEWER(
      Severity.WARNING,
      "Nacos 2.3 and later refuse it unless nacos.core.param.check.enabled=false is set there: set"
          + " it on the new servers before this client moves, or change the registration"),
  /** An instance whose Nacos weight is 0, as if nobody should call it. */
  ZERO_WEIGHT(
      Severity.WARNING,
      "consumers of Dubbo call it all the same, at both levels: take it out of service by disabling"
          + " it, or by its Dubbo weight"),
  /** A value that Dubbo 2.7 may have registered in parts. */
  UNESCAPED_VALUE(
      Severity.INFO,
      "Dubbo 2.7 does not escape values: one with '&' arrives as several parameters, and is carried"
          + " as it arrived; check what the provider has set"),
  /** An interface within another type, {@code demo.Outer$Inner}. */
  NESTED_INTERFACE(
      Severity.INFO,
      "consumers of Dubbo 3 look for the applications of such an interface when they start and are"
          + " not told of later ones: after it is switched on they stay at interface level until"
          + " they are restarted"),
  /** A MigrationRule, or a part of one, that somebody else wrote. */
  FOREIGN_RULE(
      Severity.WARNING,
      "the consumer does what it says, and 'apply' leaves entries of others alone: take it out, or"
          + " leave this consumer out of the plan's rules"),
  /** A mapping names an application that nobody registers. */
  STALE_MAPPING(
      Severity.INFO,
      "consumers of the interface subscribe to an application that is not there: take the name out"
          + " of the configuration, data id = interface, group 'mapping', if it does not come"
          + " back; consumers that run forget it with their next start"),
  /** A blank or a line end next to a name in a mapping, as editors leave them. */
  BLANK_IN_MAPPING(
      Severity.WARNING,
      "consumers of Dubbo 3.0 take it for a part of the name and find nobody: 'apply' writes the"
          + " mapping anew without it, or take it out of the configuration, data id = interface,"
          + " group 'mapping'"),
  /** A consumer that is told by its own settings which applications to look for. */
  PROVIDED_BY(
      Severity.WARNING,
      "it does not read mappings: check that the applications it names are all that offer the"
          + " interface, and translated before it is told to move"),
  /** A consumer that looks for every service there is. */
  WILDCARD_CONSUMER(
      Severity.WARNING,
      "it reads the names of services: what exists at application level alone it does not see"),
  /** A consumer that reads interfaces only, whatever it is told. */
  DUBBO_2_CONSUMER(
      Severity.INFO,
      "keep translation on for what it calls, or upgrade it; it does not read MigrationRules of"
          + " Dubbo 3"),
  /** Nobody offers what a consumer announces to call. */
  CALLS_NOBODY(
      Severity.INFO, "it was so before; check that this is known before you look for causes later");

  private final Severity severity;
  private final String advice;

  HazardKind(Severity severity, String advice) {
    this.severity = severity;
    this.advice = advice;
  }

  /** How bad it is. */
  public Severity severity() {
    return severity;
  }

  /** What to do. */
  public String advice() {
    return advice;
  }
}
