package io.landbridge.compat.nightly;

import io.landbridge.compat.RunCommand;
import io.landbridge.compat.cluster.Artifacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Everything that takes long: {@code compat-tests/run nightly}. */
@Command(
    name = "nightly",
    description =
        "Runs every benchmark at full size and every check that takes long, one after the other,"
            + " for most of a day. A part that fails or takes too long does not keep the next from"
            + " being run. The last line is 'N passed, N failed, N skipped'.",
    mixinStandardHelpOptions = true)
public final class NightlyCommand implements Callable<Integer> {

  @Option(
      names = "--only",
      paramLabel = "PART",
      split = ",",
      description = "run these parts only, separated by commas")
  private List<String> only = List.of();

  @Option(names = "--list", description = "only show the parts and their commands")
  private boolean list;

  @Option(
      names = "--small",
      description = "run each part at its smallest, which only shows that it works")
  private boolean small;

  private NightlyCommand() {}

  /**
   * Runs and exits: 0 nothing failed, 1 something did, 2 wrong usage.
   *
   * @param args as typed
   */
  public static void main(String[] args) {
    RunCommand.runAndExit(new NightlyCommand(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path root = Artifacts.locate().root();
    List<Part> parts = chosen(Parts.all(root, small), only);
    if (list) {
      parts.forEach(part -> System.out.printf("%-18s %s%n", part.name(), part));
      return 0;
    }
    return new Session("nightly", root).run(parts, small);
  }

  /**
   * Those with these names, in the order in which all are run; all if no name is given.
   *
   * @throws IllegalArgumentException if there is no part of a name
   */
  static List<Part> chosen(List<Part> all, List<String> names) {
    List<String> known = all.stream().map(Part::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "nightly: there is no part %s: it can be %s"
                .formatted(name, known.stream().collect(Collectors.joining(", "))));
      }
    }
    return all.stream().filter(each -> names.isEmpty() || names.contains(each.name())).toList();
  }
}
