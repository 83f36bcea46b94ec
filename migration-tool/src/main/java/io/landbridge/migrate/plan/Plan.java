package io.landbridge.migrate.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.dubbo.ServiceRange;
import io.landbridge.model.ApplicationKey;
import java.util.ArrayList;
import java.util.List;

/**
 * What is going to be done, for review. Its component names are the fields of the plan file.
 *
 * @param format the version of the file's format, {@value #FORMAT}
 * @param createdBy the tool and its version
 * @param createdAt when, ISO 8601 in UTC
 * @param basis what the registry showed when the plan was made
 * @param savings what is expected once all providers register their application only
 * @param limits how large a wave may be
 * @param rules how the rules of consumers are written
 * @param preconditions what must be so before anything is applied
 * @param waves what is done together, in order
 * @param skipped applications that were asked for and have nothing to do
 * @param withoutRule consumers that are not told to move, and why
 * @param hash SHA-256 of everything else, see {@link PlanHash}
 */
public record Plan(
    int format,
    String createdBy,
    String createdAt,
    Basis basis,
    Savings savings,
    Limits limits,
    RuleSettings rules,
    List<Precondition> preconditions,
    List<Wave> waves,
    List<Skipped> skipped,
    List<Skipped> withoutRule,
    String hash) {

  /** The format this version writes, and the only one it reads. */
  public static final int FORMAT = 1;

  /** Copies the lists. */
  public Plan {
    waves = List.copyOf(waves);
    preconditions = List.copyOf(preconditions);
    skipped = List.copyOf(skipped);
    withoutRule = List.copyOf(withoutRule);
  }

  /** All steps in order. */
  public List<Step> steps() {
    return waves.stream().flatMap(wave -> wave.steps().stream()).toList();
  }

  /** This plan with other waves. */
  public Plan withWaves(List<Wave> others) {
    return new Plan(
        format,
        createdBy,
        createdAt,
        basis,
        savings,
        limits,
        rules,
        preconditions,
        others,
        skipped,
        withoutRule,
        hash);
  }

  /**
   * This plan, in which each wave but the first requires a recorded verify of the wave before.
   *
   * @param minutes how old that may be when the wave begins; 0 to require none
   */
  public Plan requiringVerify(int minutes) {
    List<Wave> requiring = new ArrayList<>();
    for (Wave wave : waves) {
      requiring.add(
          new Wave(
              wave.number(),
              wave.reason(),
              wave.number() == 1 ? 0 : minutes,
              wave.showTo(),
              wave.steps(),
              wave.rules()));
    }
    return withWaves(requiring);
  }

  /**
   * This plan, in which each wave is shown to shares of the consumer processes before it is shown
   * to all.
   *
   * @param shares in percent, rising, each 1 to 99; empty to show all at once
   * @throws IllegalArgumentException if they are not
   */
  public Plan showingTo(List<Integer> shares) {
    return withWaves(
        waves.stream()
            .map(
                wave ->
                    new Wave(
                        wave.number(),
                        wave.reason(),
                        wave.verifyWithinMinutes(),
                        shares,
                        wave.steps(),
                        wave.rules()))
            .toList());
  }

  /** This plan with another hash. */
  public Plan withHash(String other) {
    return new Plan(
        format,
        createdBy,
        createdAt,
        basis,
        savings,
        limits,
        rules,
        preconditions,
        waves,
        skipped,
        withoutRule,
        other);
  }

  /**
   * What the registry showed.
   *
   * @param server the server that was read
   * @param serverVersion its version
   * @param members the members of the cluster; empty when they were not known
   * @param namespaces the namespaces that were read
   * @param inventoryHash SHA-256 of what all applications of the namespaces of the plan's steps
   *     offered
   */
  public record Basis(
      String server,
      String serverVersion,
      List<String> members,
      List<String> namespaces,
      String inventoryHash) {

    /** Copies the lists. */
    public Basis {
      members = List.copyOf(members);
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
   * @param verifyWithinMinutes how old a recorded verify of the wave before may be when this wave
   *     begins; 0, which is left out, if none is required
   * @param showTo the shares of the consumer processes that are shown the applications before all
   *     are, in percent, one after the other, each 1 to 99; empty, which is left out, to show all
   *     at once
   * @param steps the applications that are translated
   * @param rules the consumers that are told to move once all of that is done
   */
  public record Wave(
      int number,
      String reason,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int verifyWithinMinutes,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Integer> showTo,
      List<Step> steps,
      List<Rule> rules) {

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if the shares do not rise from 1 to 99
     */
    public Wave {
      showTo = List.copyOf(showTo);
      int before = 0;
      for (int each : showTo) {
        if (each <= before || each > 99) {
          throw new IllegalArgumentException(
              "shares %s; give rising numbers from 1 to 99".formatted(showTo));
        }
        before = each;
      }
      steps = List.copyOf(steps);
      rules = List.copyOf(rules);
    }

    /** A wave that is shown to all consumers at once. */
    public Wave(
        int number, String reason, int verifyWithinMinutes, List<Step> steps, List<Rule> rules) {
      this(number, reason, verifyWithinMinutes, List.of(), steps, rules);
    }

    /** A wave that requires no recorded verify. */
    public Wave(int number, String reason, List<Step> steps, List<Rule> rules) {
      this(number, reason, 0, List.of(), steps, rules);
    }

    /** This wave with other steps and rules. */
    public Wave with(List<Step> otherSteps, List<Rule> otherRules) {
      return new Wave(number, reason, verifyWithinMinutes, showTo, otherSteps, otherRules);
    }
  }

  /** The interface of a service, which plans name {@code [group/]interface[:version]}. */
  public static String interfaceOf(String service) {
    return ServiceRange.of(service).interfaceName();
  }

  /**
   * Whether the name of a Nacos service has the interface of a service in it, however it is
   * spelled.
   *
   * @param nacosService the name of the Nacos service
   * @param service {@code [group/]interface[:version]}
   */
  public static boolean names(String nacosService, String service) {
    return NacosSpelling.of(nacosService).contains(NacosSpelling.of(interfaceOf(service)));
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
   * @param calls the applications of the plan that it calls
   * @param preconditions what must be so before it is applied
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
      List<String> calls,
      List<Precondition> preconditions,
      List<Hazard> hazards) {

    /** Copies the lists. */
    public Step {
      calls = List.copyOf(calls);
      preconditions = List.copyOf(preconditions);
      interfaces = List.copyOf(interfaces);
      revisions = List.copyOf(revisions);
      hazards = List.copyOf(hazards);
    }

    /**
     * What it is looked up by.
     *
     * @throws IllegalArgumentException if a namespace or application cannot be called so
     */
    public ApplicationKey key() {
      return ApplicationKey.of(namespace, application);
    }

    /** How many hazards to look at first: what is lost, and what people alone can check. */
    public int hazardCount() {
      return hazards.size()
          + (int)
              preconditions.stream()
                  .filter(each -> each.check() == Precondition.Check.BY_HAND)
                  .count();
    }
  }

  /**
   * A consumer that is told to move.
   *
   * @param namespace its namespace
   * @param application its name
   * @param services what it takes from applications of this wave and those before, {@code
   *     interface[:version]}, as rules name it
   * @param reason why
   */
  public record Rule(String namespace, String application, List<String> services, String reason) {

    /** Copies the list. */
    public Rule {
      services = List.copyOf(services);
    }

    /**
     * What the consumer is looked up by.
     *
     * @throws IllegalArgumentException if a namespace or application cannot be called so
     */
    public ApplicationKey key() {
      return ApplicationKey.of(namespace, application);
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
