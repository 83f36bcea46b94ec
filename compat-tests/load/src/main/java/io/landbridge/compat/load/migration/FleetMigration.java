package io.landbridge.compat.load.migration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.client.Calls;
import io.landbridge.compat.cluster.ServerSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Migrates the same fleet twice, each time on a new cluster: once undisturbed, and once with the
 * command killed at random points and begun again. Both must end alike, and no call of a real
 * program may fail meanwhile.
 */
public final class FleetMigration {

  private final Settings settings;
  private final Path work;
  private final Consumer<String> progress;

  /**
   * Makes it; nothing is started yet.
   *
   * @param work for the logs of programs, and what the command leaves
   * @param progress gets a line of text now and then
   */
  public FleetMigration(Settings settings, Path work, Consumer<String> progress) {
    this.settings = settings;
    this.work = work;
    this.progress = progress;
  }

  /**
   * What is done.
   *
   * @param fleet what is generated
   * @param members of a cluster
   * @param perWave how many applications a wave has at most
   * @param soakSeconds how long the command looks for trouble
   * @param kills how often it is killed
   * @param seed of the points at which it is
   */
  public record Settings(
      GeneratedFleet fleet, int members, int perWave, int soakSeconds, int kills, long seed) {}

  /** How one of the two ended. */
  private record Ending(
      EndState state, int waves, List<Step.Took> took, int calls, List<String> failures) {

    long millis() {
      return took.stream().mapToLong(Step.Took::millis).sum();
    }
  }

  /**
   * Does it.
   *
   * @throws MigrationException if a command fails, or a state is never reached
   */
  public FleetMigrationReport run() {
    Instant start = Instant.now();
    Ending undisturbed = migrate("undisturbed", Optional.empty());
    Kills kills = Kills.of(settings.kills(), settings.seed(), undisturbed.took());
    Ending killed =
        migrate("killed", Optional.of(new Sequence.Disturbance(kills, undisturbed.took())));
    List<String> failures = new ArrayList<>(undisturbed.failures());
    failures.addAll(killed.failures());
    return new FleetMigrationReport(
        settings.kills(),
        kills.done(),
        undisturbed.state().differences(killed.state()),
        undisturbed.state().size(),
        undisturbed.waves(),
        undisturbed.calls() + killed.calls(),
        failures,
        Duration.ofMillis(undisturbed.millis()),
        Duration.ofMillis(killed.millis()),
        Duration.between(start, Instant.now()));
  }

  private Ending migrate(String name, Optional<Sequence.Disturbance> disturbance) {
    Path directory = work.resolve(name);
    Consumer<String> told = line -> progress.accept(name + ": " + line);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    told.accept("starts %d servers".formatted(settings.members()));
    try (Ground ground =
        Ground.start(ServerSource.OWN, settings.fleet(), settings.members(), directory, told)) {
      List<Calls> calls = ground.calls();
      Sequence sequence = new Sequence(ground, directory, told);
      Sequence.Result result =
          sequence.run(settings.perWave(), settings.soakSeconds(), disturbance);
      Map<String, JsonNode> said = new TreeMap<>();
      result.said().forEach((step, document) -> said.put("said by " + step, comparable(document)));
      EndState state = EndState.of(ground, said);
      calls.forEach(Calls::close);
      return new Ending(
          state,
          result.plan().path("waves").size(),
          result.took(),
          calls.stream().mapToInt(Calls::made).sum(),
          calls.stream().flatMap(each -> each.failures().stream()).toList());
    }
  }

  /**
   * Without when and where and under which id, without lengths that depend on those of process ids,
   * and with clients in one order whatever ports they have.
   */
  private static JsonNode comparable(JsonNode document) {
    ObjectNode copy = document.deepCopy();
    copy.remove(List.of("server", "id", "at", "generatedAt", "planCreatedAt", "timeline"));
    if (copy.path("savings") instanceof ObjectNode savings) {
      savings.remove(List.of("charsBefore", "charsAfter"));
      if (savings.path("left") instanceof ObjectNode left) {
        left.remove(List.of("charsBefore", "charsAfter"));
      }
    }
    if (copy.path("consumers").isObject()) {
      // Of a scan: who had subscribed by then.
      copy.remove("consumers");
    }
    if (copy.path("plan") instanceof ObjectNode plan) {
      plan.remove(List.of("createdAt", "basis", "hash"));
    } else {
      copy.remove("plan");
    }
    if (copy.path("dependents") instanceof ArrayNode dependents) {
      List<JsonNode> sorted = new ArrayList<>();
      dependents.forEach(sorted::add);
      sorted.sort(Comparator.comparing(JsonNode::toString));
      dependents.removeAll().addAll(sorted);
    }
    return copy;
  }
}
