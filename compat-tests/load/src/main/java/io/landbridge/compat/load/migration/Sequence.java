package io.landbridge.compat.load.migration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.cli.CommandLineTool.Run;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A whole migration by the command: in waves, with one taken back and applied again. */
final class Sequence {

  private static final String PLAN = "plan.json";

  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final CommandLineTool tool;
  private final Ground ground;
  private final Journal journal;
  private final Consumer<String> progress;

  Sequence(Ground ground, Path work, Consumer<String> progress) {
    this.tool = CommandLineTool.ofThisBuild(work).withLimit(LIMIT);
    this.ground = ground;
    this.journal = new Journal(work.resolve(PLAN + ".journal"));
    this.progress = progress;
  }

  /**
   * What came of it.
   *
   * @param plan as the command made it
   * @param said what the commands printed that only look, by their names
   * @param took how long each step took
   */
  record Result(JsonNode plan, SortedMap<String, JsonNode> said, List<Step.Took> took) {

    /** Copies the list. */
    Result {
      took = List.copyOf(took);
    }
  }

  /** Kills, and how long the steps took without them. */
  record Disturbance(Kills kills, List<Step.Took> took) {

    /** Copies the list. */
    Disturbance {
      took = List.copyOf(took);
    }
  }

  /**
   * Does all of it.
   *
   * @param perWave how many applications a wave has at most
   * @param soak seconds
   * @param disturbance empty if nobody kills it
   * @throws MigrationException if a command fails that was not killed
   */
  Result run(int perWave, int soak, Optional<Disturbance> disturbance) {
    SortedMap<String, JsonNode> said = new TreeMap<>();
    List<Step.Took> took = new ArrayList<>();
    JsonNode plan = MissingNode.getInstance();
    List<Step> steps = new ArrayList<>(toPlan(perWave));
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      Run run = carryOut(step, i, disturbance, took);
      if (!step.journalled()) {
        said.put(step.name(), run.json());
      }
      if (step.name().equals("plan")) {
        plan = run.json().path("plan");
        steps.addAll(fromPlan(plan, soak));
      }
    }
    return new Result(plan, said, took);
  }

  private static List<Step> toPlan(int perWave) {
    return List.of(
        new Step("scan", List.of("scan", "-o", "json"), false),
        new Step(
            "plan",
            List.of(
                "plan",
                "--out",
                PLAN,
                "--max-applications",
                String.valueOf(perWave),
                "--max-percent",
                "100",
                "--delay",
                "0",
                "--proportion",
                "100",
                "-o",
                "json"),
            false));
  }

  /** The wave with real providers is the one that is taken back. */
  private static List<Step> fromPlan(JsonNode plan, int soak) {
    String wave = waveOf(plan, Ground.REAL);
    List<String> apply = List.of("apply", "--yes", "--soak", String.valueOf(soak));
    return List.of(
        planned("apply wave 1", apply, "1"),
        planned("apply all waves", apply, "all"),
        new Step("verify", List.of("verify", "--all", "-o", "json"), false),
        planned("rollback wave " + wave, List.of("rollback", "--yes"), wave),
        planned("apply wave " + wave + " again", apply, wave),
        // One of the real consumers is of a line that knows interfaces only.
        planned("complete", List.of("complete", "--yes", "--force"), "all"),
        new Step("verify at the end", List.of("verify", "--all", "-o", "json"), false),
        new Step("report", List.of("report", "--plan", PLAN, "-o", "json"), false));
  }

  private static Step planned(String name, List<String> verb, String wave) {
    List<String> arguments = new ArrayList<>(verb);
    arguments.addAll(List.of("--plan", PLAN, "--wave", wave, "-o", "json"));
    return new Step(name, arguments, true);
  }

  private static String waveOf(JsonNode plan, String application) {
    for (JsonNode wave : plan.path("waves")) {
      if (wave.path("steps").findValuesAsText("application").contains(application)) {
        return wave.path("number").asText();
      }
    }
    throw new MigrationException(application + " is in no wave of " + plan);
  }

  private Run carryOut(
      Step step, int number, Optional<Disturbance> disturbance, List<Step.Took> took) {
    long start = System.nanoTime();
    int before = journal.entries();
    Optional<Run> run =
        disturbance.flatMap(
            each -> killed(step, each.kills(), number, each.took().get(number), before));
    Run last = run.orElseGet(() -> tool.run(arguments(step)));
    long millis = (System.nanoTime() - start) / 1_000_000;
    int entries = journal.entries() - before;
    took.add(new Step.Took(millis, entries));
    progress.accept(
        "%s: %d after %.1f s, %d changes"
            .formatted(step.name(), last.exitCode(), millis / 1e3, entries));
    if (last.exitCode() != 0) {
      throw new MigrationException(step.name() + " failed: " + last);
    }
    return last;
  }

  /**
   * Kills a step as often as there are points in it.
   *
   * @return how it ended, if it was too fast for one of them
   */
  private Optional<Run> killed(
      Step step, Kills kills, int number, Step.Took undisturbed, int before) {
    for (int changes : kills.points(number, undisturbed)) {
      BooleanSupplier point =
          step.journalled()
              ? kills.after(journal, before + changes)
              : kills.afterMillis(undisturbed.millis() / 2);
      Optional<Run> run = tool.runUnless(point, arguments(step));
      if (run.isPresent()) {
        return run;
      }
      kills.happened();
      progress.accept(
          "%s: killed with %d of %d changes written down"
              .formatted(step.name(), journal.entries() - before, undisturbed.entries()));
    }
    return Optional.empty();
  }

  private String[] arguments(Step step) {
    List<String> all = new ArrayList<>(step.arguments());
    all.addAll(1, List.of("--server", String.join(",", urls())));
    return all.toArray(String[]::new);
  }

  private List<String> urls() {
    return ground.servers().members().stream().map(each -> each.baseUrl()).toList();
  }
}
