package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A script must not take half a result for a whole one. */
@EnabledOnOs(OS.LINUX)
class LostResultIT {

  private final StringWriter err = new StringWriter();

  private int run(OutputStream out, String... words) {
    return Main.run(Terminal.to(out, new PrintWriter(err), Map.of()), words);
  }

  @Test
  void aFullDiskIsAFailure() throws IOException {
    try (OutputStream full = new FileOutputStream("/dev/full")) {
      assertThat(run(full, "--help")).isEqualTo(ExitCode.FAILED);
    }
    assertThat(err.toString())
        .contains("the result could not be written whole (No space left on device)");
  }

  @Test
  void anErrorKeepsItsCode() throws IOException {
    try (OutputStream full = new FileOutputStream("/dev/full")) {
      assertThat(run(full, "no-such-verb")).isEqualTo(ExitCode.USAGE);
    }
  }

  @Test
  void whoReadsNoMoreWantsNoMore() throws Exception {
    Process reader = new ProcessBuilder("true").start();
    reader.waitFor();

    try (OutputStream closed = reader.getOutputStream()) {
      assertThat(run(closed, "--help")).isEqualTo(ExitCode.OK);
    } catch (IOException brokenPipe) {
      // Of what was left in the stream's own buffer.
    }

    assertThat(err.toString()).isEmpty();
  }
}
