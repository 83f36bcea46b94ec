package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No server is left behind, even when the JVM that started it is killed and can do nothing. */
class EndWithParentE2E {

  /** The JVM that is going to be killed. */
  static final class Parent {

    /** Starts a server, says its process number and waits to be killed. */
    public static void main(String[] args) throws Exception {
      NacosEnsemble ensemble = NacosEnsemble.start(ServerSpec.of(NacosVersion.V2_2_4));
      System.out.println("pid " + ensemble.member(0).pid());
      Thread.sleep(Duration.ofMinutes(10).toMillis());
      ensemble.close();
    }
  }

  @Test
  @Timeout(400)
  void serverEndsWhenItsParentIsKilled() throws Exception {
    Process parent =
        new ProcessBuilder(command()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
      String line = output.readLine();
      assertThat(line).startsWith("pid ");
      long server = Long.parseLong(line.substring("pid ".length()));
      assertThat(ProcessHandle.of(server)).isPresent();

      parent.destroyForcibly();

      await()
          .atMost(Steps.SOON)
          .until(() -> ProcessHandle.of(server).filter(ProcessHandle::isAlive).isEmpty());
    } finally {
      parent.destroyForcibly();
    }
  }

  private static List<String> command() {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String name :
        List.of("landbridge.root", NacosEnsemble.WORK, "landbridge.compat.exercised")) {
      line.add("-D" + name + "=" + System.getProperty(name));
    }
    line.add("-cp");
    line.add(System.getProperty("java.class.path"));
    line.add(Parent.class.getName());
    return line;
  }
}
