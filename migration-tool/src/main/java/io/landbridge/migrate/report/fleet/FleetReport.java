package io.landbridge.migrate.report.fleet;

import io.landbridge.migrate.consumer.InterfaceDependents.Dependent;
import io.landbridge.migrate.inventory.SavingsEstimate;
import io.landbridge.migrate.inventory.Severity;
import java.util.List;

/**
 * How far a plan is, for those who did not carry it out. Its component names are the JSON that
 * {@code report} prints, and everything its page shows is in it.
 *
 * @param generatedAt when, ISO 8601 in UTC
 * @param server the server that was asked
 * @param serverVersion its version
 * @param plan the hash of the plan
 * @param planCreatedAt when it was made
 * @param totals sums over the plan
 * @param savings what the registry holds
 * @param waves how far each wave is
 * @param applications how far each application is
 * @param clients by library, who uses these applications
 * @param listeners how many processes of providers listen to their own services, to be told of
 *     overrides
 * @param dependents clients that depend on the interface level
 * @param hazards what the present registrations of these applications cannot say at the other
 *     level, and what else their migration could stumble over, the worst first
 * @param timeline what the journal says, oldest first
 * @param silent members whose clients are not in it, because they did not answer
 */
public record FleetReport(
    String generatedAt,
    String server,
    String serverVersion,
    String plan,
    String planCreatedAt,
    Totals totals,
    Savings savings,
    List<Wave> waves,
    List<Application> applications,
    List<Library> clients,
    int listeners,
    List<Dependent> dependents,
    List<Hazard> hazards,
    List<Event> timeline,
    List<Silent> silent) {

  /** Copies the lists. */
  public FleetReport {
    waves = List.copyOf(waves);
    applications = List.copyOf(applications);
    clients = List.copyOf(clients);
    dependents = List.copyOf(dependents);
    hazards = List.copyOf(hazards);
    timeline = List.copyOf(timeline);
    silent = List.copyOf(silent);
  }

  /**
   * A member that did not answer.
   *
   * @param member its address
   * @param reason why not
   */
  public record Silent(String member, String reason) {}

  /**
   * Sums.
   *
   * @param applications applications of the plan
   * @param translated those that are shown at both levels
   * @param completed those that cannot be taken back any more
   * @param waves waves of the plan
   * @param wavesDone those that were done and well
   * @param consumers consumers that are to be told to move
   * @param consumersTold those of waves that are done
   */
  public record Totals(
      int applications,
      int translated,
      int completed,
      int waves,
      int wavesDone,
      int consumers,
      int consumersTold) {}

  /**
   * What the registry holds of the applications of the plan. Who is away has saved nothing, so what
   * it holds is compared with what it would hold of the processes that are there.
   *
   * @param planned interface-level instances when the plan was made
   * @param now interface-level instances now
   * @param goal application instances that said the same as those when the plan was made
   * @param running processes that are registered now, at either level or both
   * @param expected interface-level instances there would be if these processes registered as those
   *     did when the plan was made
   * @param ownNow application instances that providers register themselves now
   * @param pushesExpected changes that a client which subscribes to everything would be told when
   *     every process restarts once, if they registered as when the plan was made
   * @param pushesNow the same as they register now
   * @param left what is still to be saved, of all that is registered in the namespaces of the plan
   */
  public record Savings(
      int planned,
      int now,
      int goal,
      int running,
      int expected,
      int ownNow,
      long pushesExpected,
      long pushesNow,
      SavingsEstimate left) {

    /** How much of what can be saved is saved, in percent, 0 to 100. */
    public int achievedPercent() {
      long possible = (long) expected - running;
      long saved = (long) expected - now - ownNow;
      return possible <= 0 ? 0 : (int) Math.max(0, Math.min(100, 100 * saved / possible));
    }
  }

  /**
   * One wave.
   *
   * @param number its number
   * @param state how far it is
   * @param applications how many applications it has
   * @param translated how many of them are translated
   * @param consumers how many consumers are told to move with it
   * @param reason why these
   */
  public record Wave(
      int number, State state, int applications, int translated, int consumers, String reason) {}

  /** How far a wave is. */
  public enum State {
    /** Nothing of it is translated. */
    PENDING,
    /** Some of it is translated, or it was not well. */
    UNDER_WAY,
    /** It was done and well. */
    DONE
  }

  /**
   * One application.
   *
   * @param namespace its namespace
   * @param application its name
   * @param wave its wave
   * @param state as the plugin says; {@code GONE} when it does not know it
   * @param completed whether it cannot be taken back any more
   * @param registrations its interface-level instances now
   * @param hazards how many hazards it has: losses, and kinds of what else was found
   * @param problems what keeps its state from being reached
   */
  public record Application(
      String namespace,
      String application,
      int wave,
      String state,
      boolean completed,
      int registrations,
      int hazards,
      List<String> problems) {

    /** Copies the list. */
    public Application {
      problems = List.copyOf(problems);
    }
  }

  /**
   * Clients with the same library.
   *
   * @param library the library and its version
   * @param protocol {@code GRPC} or {@code HTTP_UDP}, which is what 1.x speaks
   * @param clients how many of them use the applications of the plan
   * @param interfaceOnly how many of those depend on the interface level
   */
  public record Library(String library, String protocol, int clients, int interfaceOnly) {}

  /**
   * Hazards of one kind.
   *
   * @param severity how bad it is
   * @param kind the kind
   * @param count how many
   * @param example where one of them is
   * @param detail what was found there
   * @param advice what to do
   */
  public record Hazard(
      Severity severity, String kind, int count, String example, String detail, String advice) {}

  /**
   * A line of the timeline.
   *
   * @param at when
   * @param event what happened
   * @param wave the wave; 0 when it concerns none
   * @param detail for people
   */
  public record Event(String at, String event, int wave, String detail) {}
}
