package io.landbridge.migrate.plan;

import java.util.List;

/**
 * What is going to be done, for review. Its component names are the fields of the plan file.
 *
 * @param format the version of the file's format, {@value #FORMAT}
 * @param createdBy the tool and its version
 * @param createdAt when, ISO 8601 in UTC
 * @param basis what the registry showed when the plan was made
 * @param savings what is expected once all providers register their application only
 * @param waves what is done together, in order
 * @param skipped applications that were asked for and have nothing to do
 * @param hash SHA-256 of everything else, see {@link PlanHash}
 */
public record Plan(
    int format,
    String createdBy,
    String createdAt,
    Basis basis,
    Savings savings,
    List<Wave> waves,
    List<Skipped> skipped,
    String hash) {

  /** The format this version writes, and the only one it reads. */
  public static final int FORMAT = 1;

  /** Copies the lists. */
  public Plan {
    waves = List.copyOf(waves);
    skipped = List.copyOf(skipped);
  }

  /** All steps in order. */
  public List<Step> steps() {
    return waves.stream().flatMap(wave -> wave.steps().stream()).toList();
  }

  /** This plan with another hash. */
  public Plan withHash(String other) {
    return new Plan(format, createdBy, createdAt, basis, savings, waves, skipped, other);
  }

  /**
   * What the registry showed.
   *
   * @param server the server that was read
   * @param serverVersion its version
   * @param namespaces the namespaces that were read
   * @param inventoryHash SHA-256 of the inventory
   */
  public record Basis(
      String server, String serverVersion, List<String> namespaces, String inventoryHash) {

    /** Copies the list. */
    public Basis {
      namespaces = List.copyOf(namespaces);
    }
  }

  /**
   * How many instances the registry holds for the applications of the plan.
   *
   * @param instancesBefore interface-level instances now
   * @param instancesAfter application instances that say the same
   */
  public record Savings(int instancesBefore, int instancesAfter) {}

  /**
   * Applications that are switched together.
   *
   * @param number from 1
   * @param reason why these, and why now
   * @param steps what is done
   */
  public record Wave(int number, String reason, List<Step> steps) {

    /** Copies the list. */
    public Wave {
      steps = List.copyOf(steps);
    }
  }

  /**
   * One application.
   *
   * @param namespace its namespace
   * @param application its name
   * @param action what is done
   * @param reason why
   * @param interfaces what it offered, as {@code [group/]interface[:version]}
   * @param revisions what its registrations folded to
   * @param savings its share of the savings
   * @param hazards what its consumers could notice
   */
  public record Step(
      String namespace,
      String application,
      Action action,
      String reason,
      List<String> interfaces,
      List<String> revisions,
      Savings savings,
      List<Hazard> hazards) {

    /** Copies the lists. */
    public Step {
      interfaces = List.copyOf(interfaces);
      revisions = List.copyOf(revisions);
      hazards = List.copyOf(hazards);
    }
  }

  /** What can be done with an application. */
  public enum Action {
    /** Show its interface-level providers at application level. */
    TRANSLATE
  }

  /**
   * Something the application level cannot say.
   *
   * @param kind the kind of loss
   * @param service the Nacos service
   * @param address {@code ip:port}
   * @param detail what was found and what to do
   */
  public record Hazard(String kind, String service, String address, String detail) {}

  /**
   * An application without a step.
   *
   * @param namespace its namespace
   * @param application its name
   * @param reason why
   */
  public record Skipped(String namespace, String application, String reason) {}
}
