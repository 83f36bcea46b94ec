package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.Artifacts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The long run of the fuzz targets, for a moment: CONTRIBUTING.md has what is typed for it. */
class FuzzCommandIT {

  private static final Path ROOT = Artifacts.locate().root();
  private static final long LIMIT_SECONDS = 300;

  @TempDir private Path directory;

  @Test
  void aTargetIsFuzzedAndAllAreListed() throws Exception {
    assertThat(Files.readString(ROOT.resolve("CONTRIBUTING.md"))).contains("compat-tests/run fuzz");

    assertThat(run("--list"))
        .contains("migration-tool io.landbridge.migrate.rule.RuleFuzz")
        .contains("naming-plugin/server io.landbridge.document.HessianFuzz");
    assertThat(run("--only", "BackupFileFuzz", "--executions", "2000", "--seconds", "200"))
        .containsPattern("BackupFileFuzz +2\\d{3} ")
        .endsWith("1 passed, 0 failed, 0 skipped\n");
  }

  private String run(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of(ROOT.resolve("compat-tests/run").toString(), "fuzz"));
    command.addAll(List.of(arguments));
    File out = directory.resolve("out").toFile();
    Process process =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(out)
            .start();
    try {
      boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      String printed = Files.readString(out.toPath());
      assertThat(ended).as(printed).isTrue();
      assertThat(process.exitValue()).as(printed).isZero();
      return printed;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
