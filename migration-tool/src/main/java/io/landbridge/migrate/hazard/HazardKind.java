package io.landbridge.migrate.hazard;

import io.landbridge.migrate.inventory.Severity;

/** What a migration could stumble over, beside what cannot be translated at all. */
public enum HazardKind {
  /**
   * One address belongs to several applications: a shared container, or a port that is forwarded.
   */
  SHARED_ADDRESS(
      Severity.WARNING,
      "processes are distinguished by address and application: check that these are separate"
          + " processes, each with its own application name"),
  /** One service is offered by several applications. */
  SEVERAL_PROVIDERS(
      Severity.INFO,
      "consumers at application level call all of these applications; put the applications into one"
          + " wave, or make sure that each one works"),
  /** The services of one application are in several Nacos groups. */
  SEVERAL_NACOS_GROUPS(
      Severity.WARNING,
      "at application level, an application has one service per Nacos group but one mapping for all"
          + " groups: check that its consumers use the intended group"),
  /** Processes of one application offer different things, as in a rolling upgrade. */
  SEVERAL_REVISIONS(
      Severity.INFO,
      "each variant has its own metadata document; finish rolling upgrades before the migration"),
  /** Processes of one application say different things of the same service. */
  DIFFERENT_PARAMETERS(
      Severity.INFO,
      "each variant has its own metadata document; set weight and tag by rule to reduce the number"
          + " of documents"),
  /** An instance that is not ephemeral. */
  PERSISTENT_INSTANCE(
      Severity.WARNING,
      "Dubbo registers no persistent instances: find out which program registered it, and make sure"
          + " that the instance is removed when the process ends"),
  /** An instance that somebody has taken out of service. */
  DISABLED_INSTANCE(Severity.INFO, "the instance stays hidden at both levels while it is disabled"),
  /** One process is registered under both forms of a service's name. */
  BOTH_NAME_FORMS(
      Severity.INFO,
      "the registration counts once; remove register-compatible from the registry's address once no"
          + " consumer runs Dubbo 2.6"),
  /** Registrations without interface and methods, as {@code simplified=true} makes them. */
  SIMPLIFIED(
      Severity.INFO,
      "the interface is derived from the path; consumers receive no method list at either level"),
  /** A registration of a client that is not written in Java, by its path or its category. */
  NOT_JAVA(
      Severity.INFO,
      "the interface level is translated; do not rely on the client's own application-level"
          + " registration, which differs from the format of Dubbo for Java"),
  /** An instance that servers since Nacos 2.3 would refuse to register. */
  REFUSED_BY_NEWER(
      Severity.WARNING,
      "Nacos 2.3 and later refuse the registration: set nacos.core.param.check.enabled=false on the"
          + " new servers before this client moves, or change the registration"),
  /** An instance that servers of 2.x and 3.x would refuse to register, whatever their settings. */
  REFUSED_BY_ALL_NEWER(
      Severity.WARNING,
      "Nacos 2.x and 3.x refuse the registration whatever their settings: change the registration"
          + " before this client moves"),
  /** Ephemeral and persistent instances in one service. */
  MIXED_SERVICE(
      Severity.WARNING,
      "a service in Nacos 2.x and 3.x has only ephemeral or only persistent instances, and the kind"
          + " that registers second is refused: register all instances of the service as one kind"
          + " before their clients move"),
  /** An instance whose Nacos weight is 0, as if nobody should call it. */
  ZERO_WEIGHT(
      Severity.WARNING,
      "Dubbo consumers still call the instance, at both levels: disable the instance or set its"
          + " Dubbo weight to 0"),
  /** A value that Dubbo 2.7 may have registered in parts. */
  UNESCAPED_VALUE(
      Severity.INFO,
      "Dubbo 2.7 does not escape values: a value with '&' arrives as several parameters and is"
          + " translated as such; check the provider's settings"),
  /** An interface within another type, {@code demo.Outer$Inner}. */
  NESTED_INTERFACE(
      Severity.INFO,
      "Dubbo 3 consumers look up the applications of a nested interface only at startup: after"
          + " translation is switched on, restart them to leave the interface level"),
  /** A MigrationRule, or a part of one, that somebody else wrote. */
  FOREIGN_RULE(
      Severity.WARNING,
      "the consumer follows this rule, and 'apply' does not change foreign entries: remove the"
          + " entry, or make the plan without this consumer, with 'landbridge plan --exclude NAME'"),
  /** A mapping names an application that nobody registers. */
  STALE_MAPPING(
      Severity.INFO,
      "consumers of the interface subscribe to a missing application: if the application is gone"
          + " for good, remove its name from the configuration (data id = interface, group"
          + " 'mapping'); running consumers drop the name at their next restart"),
  /** A blank or a line end next to a name in a mapping, as editors leave them. */
  BLANK_IN_MAPPING(
      Severity.WARNING,
      "Dubbo 3.0 consumers treat the blank as part of the name and find no provider: 'apply'"
          + " rewrites the mapping without the blank, or remove it from the configuration (data"
          + " id = interface, group 'mapping')"),
  /** A consumer that is told by its own settings which applications to look for. */
  PROVIDED_BY(
      Severity.WARNING,
      "the consumer does not read mappings: check that its setting names all applications with the"
          + " interface, and translate these applications before the consumer moves"),
  /** A consumer that looks for every service there is. */
  WILDCARD_CONSUMER(
      Severity.WARNING,
      "the consumer reads service names: services at application level only are invisible to this"
          + " consumer"),
  /** A consumer that reads interfaces only, whatever it is told. */
  DUBBO_2_CONSUMER(
      Severity.INFO,
      "keep translation on for its providers, or upgrade the consumer; Dubbo 2.x ignores the"
          + " MigrationRules of Dubbo 3"),
  /** Nobody offers what a consumer announces to call. */
  CALLS_NOBODY(
      Severity.INFO,
      "the call already fails today: tell the owners, so that the migration is not blamed later");

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
