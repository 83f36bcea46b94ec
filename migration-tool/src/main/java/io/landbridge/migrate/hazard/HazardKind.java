package io.landbridge.migrate.hazard;

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
  /** A provider that is not written in Java, by its path. */
  NOT_JAVA(
      Severity.INFO,
      "its interface level is translated; its own application level is not Java's, so do not rely"
          + " on it"),
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

  /** How bad something is. */
  public enum Severity {
    /** It has to be looked at before the application is migrated. */
    WARNING,
    /** It is good to know. */
    INFO
  }
}
