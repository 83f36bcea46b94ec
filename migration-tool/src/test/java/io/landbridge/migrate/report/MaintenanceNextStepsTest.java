package io.landbridge.migrate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.member.AskedMember;
import io.landbridge.migrate.member.LeaveOutEntry;
import io.landbridge.migrate.member.SuspendMember;
import io.landbridge.migrate.operation.Outcome.Result;
import io.landbridge.migrate.report.result.BackupResult;
import io.landbridge.migrate.report.result.ConsumersResult;
import io.landbridge.migrate.report.result.ConsumersResult.Consumer;
import io.landbridge.migrate.report.result.SignatureResult;
import io.landbridge.migrate.report.result.SkippedEntryResult;
import io.landbridge.migrate.report.result.SuspensionResult;
import io.landbridge.registry.plugin.PluginRestoreOutcome.Counts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaintenanceNextStepsTest {

  private static final Invocation TYPED =
      new Invocation("landbridge x --again", " --server a:1", "", "");
  private static final String AGAIN = "landbridge x --again --yes";
  private static final String STATUS = "landbridge status --server a:1";
  private static final String DOCTOR = "landbridge doctor --server a:1";

  private static SuspensionResult suspension(boolean dryRun, Result result) {
    return SuspensionResult.of(
        dryRun,
        List.of(
            new SuspendMember.MemberOutcome(
                "a:1", result, "", "", result == Result.FAILED ? "away" : "")));
  }

  @Test
  void suspendLeadsToItsEndAndResumeToALook() {
    SuspensionResult done = suspension(false, Result.CHANGED);

    assertThat(MaintenanceNextSteps.afterSuspend(done, TYPED).command())
        .isEqualTo("landbridge resume --server a:1");
    assertThat(MaintenanceNextSteps.afterResume(done, TYPED).command()).isEqualTo(STATUS);
    for (NextStep each :
        List.of(
            MaintenanceNextSteps.afterSuspend(suspension(true, Result.WOULD_CHANGE), TYPED),
            MaintenanceNextSteps.afterResume(suspension(true, Result.WOULD_CHANGE), TYPED))) {
      assertThat(each.command()).isEqualTo(AGAIN);
    }
    assertThat(MaintenanceNextSteps.afterSuspend(suspension(false, Result.FAILED), TYPED).command())
        .isEqualTo(DOCTOR);
  }

  @ParameterizedTest
  @CsvSource({"true, 0, " + AGAIN, "false, 0, " + STATUS, "false, 1, " + DOCTOR})
  void skippedEntry(boolean dryRun, int failed, String command) {
    SkippedEntryResult result =
        new SkippedEntryResult(
            dryRun,
            7,
            "aa",
            "unreadable",
            1,
            failed,
            List.of(new LeaveOutEntry.MemberOutcome("a:1", Result.UNCHANGED, "", "")));

    assertThat(MaintenanceNextSteps.afterSkippedEntry(result, TYPED).command()).isEqualTo(command);
  }

  @Test
  void signatures() {
    assertThat(
            MaintenanceNextSteps.afterSignatures(SignatureResult.of(true, "off", "on"), TYPED)
                .command())
        .isEqualTo(AGAIN);
    assertThat(
            MaintenanceNextSteps.afterSignatures(SignatureResult.of(false, "off", "on"), TYPED)
                .command())
        .isEqualTo(DOCTOR);
  }

  @Test
  void backupLeadsToWhatWouldBeRestored() {
    assertThat(
            MaintenanceNextSteps.afterBackup(
                    new BackupResult.Written("my file", 1, "", "", false, 1, 1, 1, 1, 1), TYPED)
                .command())
        .isEqualTo("landbridge restore --server a:1 'my file'");
  }

  @ParameterizedTest
  @CsvSource({"true, 1, " + AGAIN, "true, 0, " + STATUS, "false, 1, " + STATUS})
  void restore(boolean dryRun, int added, String command) {
    BackupResult.Restored result =
        new BackupResult.Restored(
            "f",
            dryRun,
            "",
            false,
            1,
            new Counts(0, 5, 0),
            new Counts(added, 0, 0),
            new Counts(0, 1, 0));

    assertThat(MaintenanceNextSteps.afterRestore(result, TYPED).command()).isEqualTo(command);
  }

  @ParameterizedTest
  @CsvSource({
    "true, INTERFACE, false, landbridge x --again",
    "true, INTERFACE, true, " + STATUS,
    "true, APPLICATION, false, " + STATUS,
    "false, APPLICATION, false, " + DOCTOR
  })
  void consumers(boolean answered, String level, boolean provides, String command) {
    ConsumersResult result =
        new ConsumersResult(
            List.of(new AskedMember("a:1", answered, "")),
            List.of(
                new Consumer(
                    "public",
                    "DEFAULT_GROUP",
                    "s",
                    level,
                    "",
                    "10.0.0.1",
                    1,
                    "GRPC",
                    "c",
                    "",
                    "web",
                    provides,
                    List.of("a:1"))));

    assertThat(MaintenanceNextSteps.afterConsumers(result, TYPED).command()).isEqualTo(command);
  }
}
