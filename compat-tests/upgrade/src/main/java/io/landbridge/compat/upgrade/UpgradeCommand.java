package io.landbridge.compat.upgrade;

import io.landbridge.compat.RunCommand;
import io.landbridge.compat.cluster.NacosVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The whole runbook, and the way back from half way: {@code compat-tests/run upgrade}. */
@Command(
    name = "upgrade",
    description =
        "Upgrades three real servers of 1.4.1 in place, by the commands of"
            + " docs/in-place-upgrade.md, while real clients work: two servers, back again, then all"
            + " three. The last line is 'N passed, N failed, N skipped'.",
    mixinStandardHelpOptions = true)
public final class UpgradeCommand implements Callable<Integer> {

  @Option(
      names = "--server",
      paramLabel = "VERSION",
      description = "3.1.0 or 2.2.4 (default: both)")
  private List<String> servers = List.of("3.1.0", "2.2.4");

  @Option(
      names = "--back-after",
      paramLabel = "N",
      description =
          "how many servers to move before all the way back, 1 or 2; 0 not to go back (default:"
              + " ${DEFAULT-VALUE})")
  private int backAfter = Upgrade.MOST_BACK;

  @Spec private @Nullable CommandSpec spec;

  private UpgradeCommand() {}

  /**
   * Runs and exits: 0 nothing failed, 1 something did, 2 wrong usage.
   *
   * @param args as typed
   */
  public static void main(String[] args) {
    RunCommand.runAndExit(new UpgradeCommand(), args);
  }

  @Override
  public Integer call() {
    if (backAfter < 0 || backAfter > Upgrade.MOST_BACK) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "--back-after is 0 to " + Upgrade.MOST_BACK + ", not " + backAfter);
    }
    int passed = 0;
    int failed = 0;
    int skipped = 0;
    for (String server : servers) {
      NacosVersion version = NacosVersion.of(server);
      Optional<String> whyNot = Upgrade.whyNotHere(version);
      if (whyNot.isPresent()) {
        say(server, "skipped: " + whyNot.get());
        skipped++;
        continue;
      }
      Path work = RunCommand.logs("upgrade").resolve(version + "-" + System.currentTimeMillis());
      try {
        UpgradeReport report =
            new Upgrade(version, backAfter, work, line -> say(server, line)).run();
        say(server, report.toString());
        if (report.isGood()) {
          passed++;
        } else {
          failed++;
        }
      } catch (UpgradeException e) {
        say(server, String.valueOf(e.getMessage()));
        failed++;
      }
      say(server, "logs: " + work);
    }
    System.out.printf("%d passed, %d failed, %d skipped%n", passed, failed, skipped);
    return failed == 0 ? 0 : 1;
  }

  private static void say(String server, String line) {
    RunCommand.say(server + " " + line);
  }
}
