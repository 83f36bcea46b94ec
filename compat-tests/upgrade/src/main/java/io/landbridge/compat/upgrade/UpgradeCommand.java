package io.landbridge.compat.upgrade;

import io.landbridge.compat.RunCommand;
import io.landbridge.compat.cluster.NacosVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The whole runbook, with a rollback half way: {@code compat-tests/run upgrade}. */
@Command(
    name = "upgrade",
    description =
        "Upgrades three real servers of 1.4.1 in place, by the commands of"
            + " docs/in-place-upgrade.md, while real clients work: one server, back again, then all"
            + " three. The last line is 'N passed, N failed, N skipped'.",
    mixinStandardHelpOptions = true)
public final class UpgradeCommand implements Callable<Integer> {

  @Option(
      names = "--server",
      paramLabel = "VERSION",
      description = "3.1.0 or 2.2.4 (default: both)")
  private List<String> servers = List.of("3.1.0", "2.2.4");

  @Option(names = "--forth-only", description = "without going back once")
  private boolean forthOnly;

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
            new Upgrade(version, !forthOnly, work, line -> say(server, line)).run();
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
