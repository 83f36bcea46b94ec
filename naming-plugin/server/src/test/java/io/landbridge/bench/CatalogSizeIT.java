package io.landbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command as it is typed, at a size at which it takes seconds. */
@Timeout(300)
class CatalogSizeIT {

  @TempDir Path directory;

  private record Run(int exit, List<String> out, String err) {}

  @Test
  void printsOneJsonObjectAndNothingElse() throws Exception {
    Run run = bench("--json", "--instances", "1000", "--interfaces", "5", "--revisions", "40");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).as("everything is built by now").doesNotContain("Building");
    assertThat(run.out()).hasSize(1);
    JsonNode result = new ObjectMapper().readTree(run.out().get(0));
    assertThat(result.get("instances").asInt()).isEqualTo(1000);
    assertThat(result.get("addresses").asInt()).isEqualTo(5000);
    assertThat(result.get("revisions").asInt()).isEqualTo(40);
    assertThat(result.get("applications").asInt()).isEqualTo(40);
    assertThat(result.get("asked_instances").asInt()).isEqualTo(350);
    assertThat(result.get("rocksdb_mb").asDouble()).isPositive();
    assertThat(result.get("heap_mb").isNumber()).isTrue();
    assertThat(result.get("bytes_per_instance").isNumber()).isTrue();
    assertThat(result.get("disk_bytes_per_instance").asInt()).isPositive();
  }

  @Test
  void saysWhatIsWrongWithAnOption() throws Exception {
    assertThat(bench("--instances", "0").err()).contains("--instances is '0'");
    assertThat(bench("--interfaces", "many").err()).contains("--interfaces is 'many'");
    assertThat(bench("--instances").err()).contains("--instances needs a number");
    assertThat(bench("--instances", "10", "--revisions", "11").err()).contains("--revisions 11");
    Run unknown = bench("--instance", "5");
    assertThat(unknown.err()).contains("unknown option '--instance'").contains("Usage:");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.out()).isEmpty();
  }

  private Run bench(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script().toString(), "catalog-size"));
    command.addAll(List.of(words));
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(240, TimeUnit.SECONDS)).as("ends in time").isTrue();
      return new Run(process.exitValue(), Files.readAllLines(out), Files.readString(err));
    } finally {
      process.destroyForcibly();
    }
  }

  private static Path script() {
    return Path.of("..", "..", "compat-tests", "bench").toAbsolutePath().normalize();
  }
}
