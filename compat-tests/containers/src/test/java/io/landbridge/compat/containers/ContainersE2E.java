package io.landbridge.compat.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.compat.client.Calls;
import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.ConsumerSettings;
import io.landbridge.compat.client.ConsumerSettings.MigrationStep;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.waiting.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.Network;

/** Builds and runs the images and the composition of the archive, as docs/containers.md says. */
class ContainersE2E {

  private static final List<String> NAMES = List.of("nacos-0", "nacos-1", "nacos-2");
  private static final String APPLICATION = "shop";

  /** Three servers start side by side on two processors. */
  private static final Eventually STARTED =
      Eventually.within(Duration.ofMinutes(4)).every(Duration.ofSeconds(1));

  private static final Eventually SOON =
      Eventually.within(Eventually.SOON).every(Duration.ofMillis(500));

  /** Longer than a member bears the silence of another. */
  private static final Duration LOST = Duration.ofSeconds(20);

  /** On top of the base image. */
  private static final long MOST_BYTES = 100L << 20;

  private static Images images;

  @BeforeAll
  static void build(@TempDir Path work) throws IOException {
    images = Images.build(work);
  }

  @Test
  void theImageOfTheCommandIsSmallAndBelongsToNobody() throws IOException {
    String command = images.command();
    Path here = images.archive();

    assertThat(Command.run(here, "docker", "run", "--rm", command, "--version").ok().out())
        .contains("landbridge 0.");
    assertThat(
            Command.run(here, "docker", "run", "--rm", "--entrypoint", "id", command, "-u")
                .ok()
                .out()
                .strip())
        .isEqualTo("10001");
    JsonNode inspected =
        new ObjectMapper()
            .readTree(Command.run(here, "docker", "image", "inspect", command).ok().out())
            .path(0);
    assertThat(inspected.path("Config").path("Labels").path("org.opencontainers.image.title"))
        .hasToString("\"Landbridge\"");
    assertThat(size(command) - size(images.base())).isBetween(1L, MOST_BYTES);
  }

  private static long size(String image) {
    return Long.parseLong(
        Command.run(images.archive(), "docker", "image", "inspect", "-f", "{{.Size}}", image)
            .ok()
            .out()
            .strip());
  }

  @Test
  void aFleetIsMovedWhileMembersAreLost(@TempDir Path work) throws IOException {
    // Where the command writes what it is asked for, as its own user.
    Path shared = Files.createDirectory(work.resolve("shared"));
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
    try (Network network = Member.network()) {
      List<Member> members = new ArrayList<>();
      try {
        members.add(Member.of(images.server(), network, NAMES.get(0), NAMES));
        members.add(Member.of(images.server(), network, NAMES.get(1), NAMES));
        members.add(
            Member.of(images.stock(), network, NAMES.get(2), NAMES).withMounted(pluginJar()));
        members.forEach(Member::start);
        members.forEach(each -> STARTED.until(each + " is active", each::isActive));
        moves(new Landbridge(network, shared, members), members, work);
      } catch (AssertionError | RuntimeException e) {
        members.forEach(each -> System.out.println("--- " + each + "\n" + each.tail()));
        throw e;
      } finally {
        members.forEach(Member::close);
      }
    }
  }

  /** Each step is a line of the page, so none can be left out or be wrong there. */
  @Test
  void theCompositionMovesItsProviderWhileItIsCalled() throws IOException {
    Iterator<String> lines = Images.documented("docker compose ").iterator();
    try (LibraryServer libraries = LibraryServer.start()) {
      Composition composition = new Composition(images, libraries.address());
      try {
        composition.run("docker compose build").ok();
        long begin = System.nanoTime();
        composition.run(lines.next()).ok();
        String status = lines.next();
        STARTED.asserts(
            "all members are active",
            () ->
                assertThat(composition.run(status).ok().out())
                    .contains("nacos1:8848", "nacos2:8848", "nacos3:8848")
                    .doesNotContain("STARTING", "WAITING_FOR_MEMBERS", "UNREACHABLE"));
        composition.run(lines.next()).ok();
        composition.isCalled(lines.next(), "interface");
        composition.run(lines.next()).ok();
        composition.run(lines.next()).ok();
        composition.isCalled(lines.next(), "application");
        Duration taken = Duration.ofNanos(System.nanoTime() - begin);
        System.out.printf(
            "%d s from 'docker compose up' to a call answered across models, beside other tests%n",
            taken.toSeconds());
        composition.run(lines.next()).ok();
        composition.run(lines.next()).ok();
        composition.isCalled("docker compose logs --tail 5 consumer", "interface");
        composition.neverFailed();
      } catch (AssertionError | RuntimeException e) {
        System.out.println(composition.run("docker compose logs --tail 60").out());
        throw e;
      } finally {
        composition.run("docker compose down -v").ok();
      }
    }
    assertThat(lines.next()).isEqualTo("docker compose down -v");
    assertThat(lines.hasNext()).isFalse();
    assertThat(Command.run(images.archive(), "docker", "volume", "ls", "-q").ok().out())
        .doesNotContain("_data1", "_work");
  }

  private static void moves(Landbridge landbridge, List<Member> members, Path work) {
    String servers = String.join(",", members.stream().map(Member::reachableAt).toList());
    try (ProviderProcess provider =
            ProviderProcess.start(
                DubboLine.DUBBO_2_7_NACOS_2,
                ProviderSettings.of(servers, APPLICATION).withRun("1"),
                work);
        Calls calls =
            Calls.of(
                ConsumerProcess.start(
                    DubboLine.DUBBO_3_3,
                    ConsumerSettings.of(servers, "basket")
                        .withMigration(MigrationStep.APPLICATION_FIRST)
                        .subscribingAtStart(),
                    work))) {
      assertThat(provider.isAlive()).isTrue();
      SOON.asserts(() -> assertThat(landbridge.run("scan").ok().out()).contains(APPLICATION));
      landbridge
          .run("plan", "--application", APPLICATION, "--proportion", "100", "--out", "plan.yaml")
          .ok();
      landbridge.run("apply", "--plan", "plan.yaml", "--yes", "--move-consumers").ok();
      show(members, 1);
      landbridge.run("verify", "--application", APPLICATION).ok();

      isLost(Member::pause, Member::goOn, landbridge, members);
      isLost(Member::cutOff, Member::connectAgain, landbridge, members);
      isLost(Member::kill, Member::startAgain, landbridge, members);

      landbridge.run("rollback", "--application", APPLICATION, "--yes").ok();
      show(members, 0);
      assertThat(calls.failures()).as("of %d calls", calls.made()).isEmpty();
      assertThat(calls.made()).isPositive();
    }
  }

  /** The member that leads the catalog is lost in one way, and comes back. */
  private static void isLost(
      Consumer<Member> how, Consumer<Member> back, Landbridge landbridge, List<Member> members) {
    Member lost =
        members.stream()
            .filter(each -> each.status().path("leader").asBoolean())
            .findFirst()
            .orElseThrow(() -> new AssertionError("nobody leads"));
    List<Member> left = members.stream().filter(each -> each != lost).toList();
    how.accept(lost);
    stays(left, LOST);
    SOON.until(
        "another member leads",
        () -> left.stream().anyMatch(each -> each.status().path("leader").asBoolean()));
    back.accept(lost);
    STARTED.until(lost + " is active", lost::isActive);
    // Losing another member before this one has all its votes back would be losing two.
    STARTED.asserts(
        "doctor finds nothing",
        () -> assertThat(landbridge.run("doctor").out()).contains("no problems found"));
    show(members, 1);
    landbridge.run("verify", "--application", APPLICATION).ok();
  }

  /** Each member soon shows so many instances of the application. */
  private static void show(List<Member> members, int instances) {
    members.forEach(
        each ->
            SOON.asserts(
                () -> assertThat(each.shown(APPLICATION)).as("%s", each).isEqualTo(instances)));
  }

  /** The application is shown all the time. */
  private static void stays(List<Member> members, Duration length) {
    long end = System.nanoTime() + length.toNanos();
    Eventually.within(length.plus(Eventually.SOON))
        .every(Duration.ofMillis(500))
        .until(
            "a while has passed",
            () -> {
              for (Member each : members) {
                assertThat(each.shown(APPLICATION)).as("%s", each).isEqualTo(1);
              }
              return System.nanoTime() - end >= 0;
            });
  }

  private static Path pluginJar() throws IOException {
    try (Stream<Path> jars = Files.list(images.archive().resolve("plugins"))) {
      return jars.filter(each -> each.toString().endsWith(".jar")).findFirst().orElseThrow();
    }
  }

  /** The command in its image, on the network of the members. */
  private record Landbridge(Network network, Path shared, List<Member> members) {

    Command run(String verb, String... arguments) {
      List<String> line = new ArrayList<>();
      Collections.addAll(line, "docker", "run", "--rm", "--network", network.getId());
      Collections.addAll(line, "-v", shared + ":/work", "-e", "LANDBRIDGE_SERVER");
      Collections.addAll(line, images.command(), verb);
      line.addAll(Arrays.asList(arguments));
      return Command.run(
          shared, Map.of("LANDBRIDGE_SERVER", "http://" + members.get(0).address()), line);
    }
  }
}
