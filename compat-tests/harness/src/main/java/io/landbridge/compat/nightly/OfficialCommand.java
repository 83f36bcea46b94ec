package io.landbridge.compat.nightly;

import io.landbridge.compat.RunCommand;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.OfficialServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Shows on unpacked releases of Nacos that the product works with them: {@code compat-tests/run
 * official}.
 */
@Command(
    name = "official",
    description =
        "Runs a part of the end-to-end tests on unpacked releases of Nacos 2.x and 3.x. Nothing is"
            + " written to their directories. The last line is 'N passed, N failed, N skipped'.",
    mixinStandardHelpOptions = true)
public final class OfficialCommand implements Callable<Integer> {

  private static final Duration LIMIT = Duration.ofMinutes(30);

  /** The first starts a release with its scripts; the second has authentication on. */
  private static final List<String> TESTS =
      List.of(
          "OfficialServerE2E",
          "AuthOnE2E",
          "TranslationE2E",
          "UpwardTranslationE2E",
          "ReadPathsE2E",
          "QueryFormsE2E",
          "PushPathsE2E",
          "SamePictureE2E",
          "RegistrationKindsE2E",
          "ObserveOnlyE2E",
          "SuspensionE2E",
          "RestartE2E",
          "ControlE2E",
          "V1FrontE2E",
          "ClusterTranslationE2E");

  @Option(
      names = "--nacos-home",
      paramLabel = "DIR",
      required = true,
      arity = "1..*",
      description = "unpacked releases, one after the other")
  private List<Path> homes = List.of();

  @Option(
      names = "--deployment",
      paramLabel = "KIND",
      split = ",",
      description = "of 3.x: merged, server or both, separated by a comma; merged if left out")
  private List<String> deployments = List.of("merged");

  @Option(
      names = "--only",
      paramLabel = "TEST",
      split = ",",
      description = "run these tests only, separated by commas")
  private List<String> only = List.of();

  @Option(names = "--list", description = "only show the parts and their commands")
  private boolean list;

  private OfficialCommand() {}

  /**
   * Runs and exits: 0 nothing failed, 1 something did, 2 wrong usage.
   *
   * @param args as typed
   */
  public static void main(String[] args) {
    RunCommand.runAndExit(new OfficialCommand(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path root = Artifacts.locate().root();
    List<Part> parts = parts(root, servers(homes, deployments), tests(only));
    if (list) {
      parts.forEach(part -> System.out.printf("%-34s %s%n", part.name(), part));
      return 0;
    }
    return new Session("official", root).run(parts, false);
  }

  /**
   * The servers in directories, each in every deployment it has.
   *
   * @throws IllegalArgumentException if there is none in one of them
   */
  static List<OfficialServer> servers(List<Path> homes, List<String> deployments) {
    List<OfficialServer> servers = new ArrayList<>();
    for (Path home : homes) {
      OfficialServer server = OfficialServer.in(home, "");
      if (server.line().line() == 2) {
        servers.add(server);
      } else {
        deployments.forEach(each -> servers.add(OfficialServer.in(home, each)));
      }
    }
    return List.copyOf(servers);
  }

  private static List<String> tests(List<String> names) {
    for (String name : names) {
      if (!TESTS.contains(name)) {
        throw new IllegalArgumentException(
            "official: there is no test %s here: it can be %s"
                .formatted(name, String.join(", ", TESTS)));
      }
    }
    return TESTS.stream().filter(each -> names.isEmpty() || names.contains(each)).toList();
  }

  /** A part for each server and class of tests, with names of their own. */
  static List<Part> parts(Path root, List<OfficialServer> servers, List<String> tests) {
    Set<String> names = new LinkedHashSet<>();
    List<Part> parts = new ArrayList<>();
    for (OfficialServer server : servers) {
      for (String test : tests) {
        String name = server + "-" + test;
        for (int i = 2; !names.add(name); i++) {
          name = server + "-" + i + "-" + test;
        }
        List<String> properties = new ArrayList<>();
        properties.add("-D" + OfficialServer.DIRECTORY + "=" + server.directory());
        if (!server.deployment().isEmpty()) {
          properties.add("-D" + OfficialServer.DEPLOYMENT + "=" + server.deployment());
        }
        parts.add(new Part(name, Parts.scenario(root, test, properties), LIMIT, List.of()));
      }
    }
    return List.copyOf(parts);
  }
}
