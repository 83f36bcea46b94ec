package io.landbridge.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the JDK's own tool for keys and certificates. */
public final class Keytool {

  private static final int MOST_SECONDS = 30;

  private Keytool() {}

  /**
   * Runs it, and asserts that it succeeds.
   *
   * @param arguments separated by single blanks
   * @param store the file with the keys
   * @param secret the password of the store
   */
  public static void run(String arguments, Path store, String secret) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/keytool") + ""));
    command.addAll(List.of(arguments.split(" ")));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", secret));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(arguments).isZero();
  }
}
