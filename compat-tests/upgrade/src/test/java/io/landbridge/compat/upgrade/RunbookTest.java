package io.landbridge.compat.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.compat.cluster.Artifacts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunbookTest {

  private static final Path DOCUMENT =
      Artifacts.locate().root().resolve("docs/in-place-upgrade.md");

  @Test
  void theDocumentMovesEveryServerOnce() {
    Runbook book = Runbook.read(DOCUMENT);
    assertThat(book.passes())
        .extracting(pass -> pass.variables().substring(0, "THIS=$S1".length()))
        .containsExactly("THIS=$S1", "THIS=$S2", "THIS=$S3");
    assertThat(book.functions()).contains("eventually()");
    assertThat(book.back()).contains("$OLD/bin/startup.sh");
  }

  @Test
  void whatIsMissingIsNamed() throws IOException {
    List<String> lines = Files.readAllLines(DOCUMENT);
    assertThatThrownBy(() -> Runbook.parse(without(lines, "```order")))
        .hasMessageContaining("its order");
    assertThatThrownBy(() -> Runbook.parse(without(lines, "### Step 4")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void everyStepStopsAtItsFirstFailureAsItIsPasted() {
    Runbook book = Runbook.read(DOCUMENT);
    assertThat(book.steps().values())
        .extracting(Runbook.Step::script)
        .allSatisfy(
            script -> assertThat(script).startsWith("( set -Eeuo pipefail\n").endsWith("\n)\n"));
    assertThat(book.back()).startsWith("( set -Eeuo pipefail\n").endsWith("\n)\n");
  }

  /** Whoever pastes it has no "set -e", and the next line stopped the server that still led. */
  @Test
  void aServerThatCannotGiveUpLeadingIsNotStopped() throws Exception {
    Runbook book = Runbook.read(DOCUMENT);

    Run run = paste(book, book.step(2).script(), "eventually() { [ \"$1\" != lead ] && \"$@\"; }");

    assertThat(run.status()).as(run.output()).isNotZero();
    assertThat(run.output()).contains("expiry a:1 false").doesNotContain("shutdown.sh", "list ");
    assertThat(run.output())
        .as("what was switched off is on again")
        .contains("expiry a:1 true", "expiry b:2 true", "expiry c:3 true");
  }

  @Test
  void theLastOldServerIsNotStoppedBeforeTheCutOver() throws Exception {
    Runbook book = Runbook.read(DOCUMENT);

    Run run = paste(book, book.step(7).script(), "phase() { return 1; }");

    assertThat(run.status()).isNotZero();
    assertThat(run.output()).doesNotContain("shutdown.sh");
  }

  private record Run(int status, String output) {}

  /** In an interactive shell, so to speak: with nothing set, and functions that tell. */
  private static Run paste(Runbook book, String script, String stub) throws Exception {
    String shell =
        book.functions()
            + """
            S1=a:1 S2=b:2 S3=c:3 OLD=/old NEW=/new PLUGIN=/plugin.jar NAMESPACES=public START=start
            THIS=$S1 STAY="$S2 $S3" MOVED="$S2"
            on() { echo "on $*"; }
            list() { echo "list $*"; }
            expiry() { echo "expiry $*"; }
            answers() { :; }
            lists() { :; }
            without() { :; }
            landbridge() { echo "landbridge $*"; }
            sleep() { :; }
            """
            + stub
            + "\n"
            + script;
    Process bash = new ProcessBuilder("bash", "-c", shell).redirectErrorStream(true).start();
    String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(bash.waitFor(), output);
  }

  private static List<String> without(List<String> lines, String start) {
    return lines.stream().filter(line -> !line.startsWith(start)).toList();
  }
}
