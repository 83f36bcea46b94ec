package io.landbridge.migrate.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.journal.JournalEntry;
import io.landbridge.migrate.journal.JournalEntry.Action;
import io.landbridge.migrate.journal.JournalEntry.Event;
import io.landbridge.migrate.journal.JournalFile;
import io.landbridge.migrate.plan.Limits;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.PlanRequest;
import io.landbridge.migrate.plan.Planner;
import io.landbridge.migrate.plan.RuleSettings;
import io.landbridge.migrate.report.NextSteps.PlanStage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlannedRunTest {

  @TempDir Path directory;

  @Test
  void completeTakesTheFirstWaveThatItHasNotCompleted() throws Exception {
    Plan plan = twoWaves();
    PlannedRun run = new PlannedRun(plan, directory.resolve("p"), directory.resolve("p.journal"));
    assertThat(run.wavesToComplete(PlanOptions.NEXT)).containsExactly(1);

    try (JournalFile journal = run.journal()) {
      journal.append(JournalEntry.of(Event.WAVE_DONE, 1, ""));
      journal.append(JournalEntry.of(Event.WAVE_DONE, 2, ""));
    }
    assertThat(run.waves(PlanOptions.NEXT)).as("apply has nothing left").isEmpty();
    assertThat(run.wavesToComplete(PlanOptions.NEXT)).containsExactly(1);

    completed(run, plan, 0);
    assertThat(run.wavesToComplete(PlanOptions.NEXT)).containsExactly(2);
    completed(run, plan, 1);
    assertThat(run.wavesToComplete(PlanOptions.NEXT)).isEmpty();
    assertThat(run.wavesToComplete(PlanOptions.ALL)).containsExactly(1, 2);
  }

  @Test
  void stageIsWhatTheJournalSays() throws Exception {
    Plan plan = twoWaves();
    PlannedRun run = new PlannedRun(plan, directory.resolve("p"), directory.resolve("p.journal"));
    assertThat(run.stage()).isEqualTo(PlanStage.WAVES_LEFT);

    try (JournalFile journal = run.journal()) {
      journal.append(JournalEntry.of(Event.WAVE_DONE, 1, ""));
    }
    assertThat(run.stage()).isEqualTo(PlanStage.WAVES_LEFT);
    try (JournalFile journal = run.journal()) {
      journal.append(JournalEntry.of(Event.WAVE_DONE, 2, ""));
    }
    assertThat(run.stage()).isEqualTo(PlanStage.APPLIED);
    completed(run, plan, 0);
    assertThat(run.stage()).isEqualTo(PlanStage.APPLIED);
    completed(run, plan, 1);
    assertThat(run.stage()).isEqualTo(PlanStage.COMPLETED);

    Files.writeString(directory.resolve("p.journal"), "no journal\n");
    assertThat(run.stage()).isEqualTo(PlanStage.WAVES_LEFT);
  }

  private static void completed(PlannedRun run, Plan plan, int wave) throws Exception {
    try (JournalFile journal = run.journal()) {
      for (Plan.Step each : plan.waves().get(wave).steps()) {
        journal.append(
            new JournalEntry(
                0,
                "",
                Event.DONE,
                wave + 1,
                Action.COMPLETE,
                each.namespace(),
                each.application(),
                "",
                "",
                ""));
      }
    }
  }

  private static Plan twoWaves() {
    return Planner.plan(
        InventoryBuilder.of(
            Registrations.untranslated(
                List.of(
                    Registrations.of("a", "demo.Sa", "10.0.0.1", 20880),
                    Registrations.of("b", "demo.Sb", "10.0.0.2", 20880)),
                List.of())),
        new PlanRequest(
            each -> true,
            new TreeMap<>(),
            new TreeSet<>(),
            new Limits(1, 100),
            RuleSettings.NONE,
            new TreeSet<>(),
            List.of(),
            "test",
            "now"));
  }
}
