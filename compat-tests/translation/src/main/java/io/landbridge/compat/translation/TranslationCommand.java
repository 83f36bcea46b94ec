package io.landbridge.compat.translation;

import io.landbridge.compat.RunCommand;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerStartException;
import io.landbridge.compat.translation.Verdict.Outcome;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Every provider called from every consumer, or some: {@code compat-tests/run translation}. */
@Command(
    name = "translation",
    description =
        "Calls every method of every kind of Dubbo provider from every kind of Dubbo consumer and"
            + " checks who answers. The last line is 'N passed, N failed, N skipped'.",
    mixinStandardHelpOptions = true)
public final class TranslationCommand implements Callable<Integer> {

  @Option(
      names = "--server",
      paramLabel = "VERSION",
      description = "3.1.0 or 2.2.4 (default: both)")
  private List<String> servers = List.of("3.1.0", "2.2.4");

  @Option(
      names = "--only",
      paramLabel = "PATTERN",
      description =
          "only cells whose line in the list contains this; * stands for anything, for example"
              + " '-instance-* -> 2.'")
  private String only = "";

  @Option(names = "--list", description = "only say which cells there are, and what is expected")
  private boolean list;

  @Option(
      names = "--full",
      description =
          "every combination of what a provider can be, not only one of each pair; three times as"
              + " many")
  private boolean full;

  @Option(
      names = "--stock",
      description = "on servers without the plugin: what is found without translation, and no more")
  private boolean stock;

  private final Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);

  private TranslationCommand() {}

  /**
   * Runs and exits: 0 nothing failed, 1 something did, 2 wrong usage.
   *
   * @param args as typed
   */
  public static void main(String[] args) {
    RunCommand.runAndExit(new TranslationCommand(), args);
  }

  @Override
  public Integer call() throws InterruptedException {
    Matrix chosen = Matrix.of(full, !stock).only(only);
    Matrix matrix = list ? chosen : chosen.built();
    if (matrix.cells().size() < chosen.cells().size()) {
      RunCommand.say("..... without dubbo-go, which is built where there is a Go");
    }
    for (String server : servers) {
      NacosVersion version = NacosVersion.of(server);
      if (list) {
        matrix.cells().forEach(cell -> say(version, cell.label() + ": " + cell.expected()));
      } else {
        run(version, matrix);
      }
    }
    System.out.printf(
        "%d passed, %d failed, %d skipped%n",
        counts.getOrDefault(Outcome.PASSED, 0),
        counts.getOrDefault(Outcome.FAILED, 0),
        counts.getOrDefault(Outcome.SKIPPED, 0));
    return counts.containsKey(Outcome.FAILED) ? 1 : 0;
  }

  private void run(NacosVersion version, Matrix matrix) throws InterruptedException {
    Optional<String> whyNot = TranslationRuns.whyNotHere(version);
    if (whyNot.isPresent()) {
      matrix.cells().forEach(cell -> count(version, Verdict.skipped(cell, whyNot.get())));
      return;
    }
    Path work = RunCommand.logs("translation").resolve(version + "-" + System.currentTimeMillis());
    say(version, "..... " + matrix.providers().size() + " providers start; logs: " + work);
    try (TranslationRuns runs = TranslationRuns.start(version, !stock, matrix, work)) {
      say(version, "..... " + matrix.consumers().size() + " consumers call them");
      ExecutorService callers = Executors.newFixedThreadPool(TranslationRuns.AT_ONCE);
      try {
        CompletionService<List<Verdict>> columns = new ExecutorCompletionService<>(callers);
        matrix.consumers().forEach(consumer -> columns.submit(() -> runs.run(consumer)));
        for (int i = 0; i < matrix.consumers().size(); i++) {
          columns.take().get().forEach(verdict -> count(version, verdict));
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      } finally {
        callers.shutdownNow();
      }
    } catch (ServerStartException e) {
      System.err.println(e.getMessage());
      matrix.cells().forEach(cell -> count(version, cell.failed("The server did not start")));
    }
  }

  private void count(NacosVersion version, Verdict verdict) {
    counts.merge(verdict.outcome(), 1, Integer::sum);
    say(version, verdict.toString());
  }

  private static void say(NacosVersion version, String line) {
    RunCommand.say(version + " " + line);
  }
}
