package io.landbridge.compat.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.waiting.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The composition of the archive, with the images of this test as what its images begin with.
 *
 * @param images where it is, and what it begins with
 * @param repository where the libraries of its programs are downloaded
 */
record Composition(Images images, String repository) {

  private static final Eventually SOON =
      Eventually.within(Eventually.SOON).every(Duration.ofMillis(500));

  private static final Pattern ANSWERED = Pattern.compile("call (\\d+) answered");

  /** Runs a line of the page. */
  Command run(String line) {
    boolean isPlugin =
        Command.run(images.archive(), "docker", "compose", "version").exitCode() == 0;
    return Command.run(
        images.archive(),
        Map.of(
            "NACOS_IMAGE",
            images.stock(),
            "JAVA_IMAGE",
            images.base(),
            "MAVEN_REPOSITORY",
            repository),
        List.of(
            "bash", "-c", isPlugin ? line : line.replace("docker compose ", "docker-compose ")));
  }

  /** The last calls of the consumer are soon answered by a provider that it found that way. */
  void isCalled(String logs, String model) {
    SOON.asserts(
        () ->
            assertThat(run(logs).ok().out().lines().filter(each -> each.contains("call ")))
                .hasSize(5)
                .allMatch(each -> each.contains("answered, provider found by " + model + ":")));
  }

  /** Of all calls since the first that was answered, none failed and none is missing. */
  void neverFailed() {
    String logs = run("docker compose logs consumer").ok().out();
    List<Integer> answered =
        ANSWERED.matcher(logs).results().map(each -> Integer.valueOf(each.group(1))).toList();

    assertThat(logs).contains("found by application").doesNotContain("FAILED");
    assertThat(answered)
        .isNotEmpty()
        .isEqualTo(
            IntStream.range(answered.get(0), answered.get(0) + answered.size()).boxed().toList());
  }
}
