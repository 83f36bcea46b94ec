package io.landbridge.migrate.cli;

import io.landbridge.migrate.board.Board;
import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.connect.ClusterReading;
import io.landbridge.migrate.cli.connect.ClusterRun;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.inventory.LossInventory;
import io.landbridge.migrate.lock.RunView;
import io.landbridge.migrate.report.Invocation;
import io.landbridge.migrate.report.NextSteps;
import io.landbridge.migrate.report.Report;
import io.landbridge.migrate.report.result.StatusResult;
import io.landbridge.migrate.run.Completed;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.model.BridgePhase;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginBridge;
import io.landbridge.registry.plugin.PluginLoss;
import io.landbridge.registry.plugin.PluginStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows how the plugin is. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Show the plugin state of every server given, and the known applications.")
final class StatusCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(
      names = "--watch",
      arity = "0..1",
      fallbackValue = "5",
      paramLabel = "SECONDS",
      description =
          "Repeat every SECONDS (default: 5) until interrupted: full screen at a terminal,"
              + " otherwise one line per repetition. A server that does not answer is shown as"
              + " away.")
  @Nullable Integer watchSeconds;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "With --watch: stop after N repetitions.")
  int count = Integer.MAX_VALUE;

  /** A member in one of these states can tell how the bridge is. */
  private static final Set<String> ANSWERED = Set.of("ACTIVE", "SUSPENDED");

  private static final int MAX_WATCH = 24 * 60 * 60;

  private final Terminal terminal;

  private static final Comparator<List<String>> BY_NAME =
      Comparator.<List<String>, String>comparing(name -> name.get(0))
          .thenComparing(name -> name.get(1));

  StatusCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    Invocation typed = server.invocation();
    Report report = output.report(terminal);
    if (watchSeconds == null) {
      Seen seen = look(cluster);
      terminal
          .out()
          .print(report.status(seen.status(), NextSteps.afterStatus(seen.status(), typed)));
      return seen.exitCode();
    }
    if (watchSeconds < 1 || watchSeconds > MAX_WATCH || count < 1) {
      throw CommandException.usage(
          "invalid time or count",
          "--watch, --count",
          "use 1 or more, at most %d seconds".formatted(MAX_WATCH));
    }
    return new StatusWatch(Duration.ofSeconds(watchSeconds), count, output.format(), terminal)
        .run(
            () -> {
              Seen seen = look(cluster);
              return new StatusWatch.Found(
                  new Board(Instant.now(), seen.status(), bridge(cluster, seen), ""),
                  seen.exitCode());
            },
            board ->
                report.statusAgain(
                    Objects.requireNonNull(board.status(), "status"),
                    NextSteps.afterStatus(board.status(), typed)));
  }

  /** What a look has found. */
  private record Seen(StatusResult status, int exitCode) {}

  /** Nobody is kept from seeing the rest by a bridge that cannot be asked. */
  private static String bridge(Cluster cluster, Seen seen) throws RegistryException {
    List<StatusResult.Server> members = seen.status().servers();
    int first = 0;
    while (first < members.size() && !ANSWERED.contains(members.get(first).state())) {
      first++;
    }
    if (first == members.size()) {
      return "";
    }
    try {
      PluginBridge bridge = cluster.bridge().activeStatus(cluster.servers().get(first));
      List<String> lines = new ArrayList<>(List.of(bridge.phase().name()));
      if (bridge.paused()) {
        lines.add("paused");
      }
      if (bridge.lagMillis() >= 0 && bridge.phase() != BridgePhase.OFF) {
        lines.add("read %d s ago".formatted(bridge.lagMillis() / 1000));
      }
      if (bridge.held() > 0) {
        lines.add(bridge.held() + " held");
      }
      lines.addAll(bridge.problems());
      return String.join(", ", lines);
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      return "unknown (%s)".formatted(e.what());
    }
  }

  private Seen look(Cluster cluster) throws RegistryException, CommandException {
    List<StatusResult.Server> servers = new ArrayList<>();
    SortedMap<List<String>, SortedSet<String>> misfits = new TreeMap<>(BY_NAME);
    boolean active = false;
    boolean missing = false;
    boolean silent = false;
    for (ServerAddress each : cluster.servers()) {
      try {
        PluginStatus status = cluster.plugin().status(each);
        servers.add(StatusResult.Server.of(status));
        if (status.untranslatableTotal() > 0) {
          dropped(cluster, each, misfits);
        }
        active |= status.canSwitch();
        missing |= !status.isActive();
      } catch (RegistryException e) {
        if (e.kind() == Kind.PLUGIN_MISSING) {
          servers.add(StatusResult.Server.silent(each.toString(), "MISSING", e.what()));
          missing = true;
        } else if (e.kind() == Kind.UNREACHABLE || e.kind() == Kind.UNAVAILABLE) {
          servers.add(StatusResult.Server.silent(each.toString(), "UNREACHABLE", e.what()));
          silent = true;
        } else {
          throw e;
        }
      }
    }
    List<StatusResult.Application> applications =
        active
            ? with(
                completed(
                    cluster,
                    cluster.plugin().applications().stream()
                        .map(StatusResult.Application::of)
                        .toList()),
                misfits)
            : List.of();
    StatusResult result = new StatusResult(servers, applications, active ? run(cluster) : null);
    return new Seen(
        result, silent ? ExitCode.FAILED : missing ? ExitCode.PRECONDITION : ExitCode.OK);
  }

  private @Nullable RunView run(Cluster cluster) {
    try {
      return new ClusterRun(cluster).underWay().map(RunView::of).orElse(null);
    } catch (RegistryException e) {
      terminal.warn(
          "the run under way cannot be read (%s)".formatted(e.what()),
          e.where(),
          "a run that changes this cluster is not shown");
      return null;
    }
  }

  /** That a migration has ended is known to the note of whoever ended it, and not to the plugin. */
  private List<StatusResult.Application> completed(
      Cluster cluster, List<StatusResult.Application> known) {
    if (known.stream().noneMatch(StatusResult.Application::isTranslated)) {
      return known;
    }
    Set<String> completed;
    try {
      completed = new Completed(cluster.notes()).all();
    } catch (RegistryException | StoppedException e) {
      terminal.warn(
          "the list of completed applications cannot be read (%s)".formatted(e.getMessage()),
          cluster.servers().get(0).toString(),
          "they are shown as TRANSLATED");
      return known;
    }
    return known.stream()
        .map(
            each ->
                each.isTranslated()
                        && completed.contains(each.namespace() + "/" + each.application())
                    ? each.completed()
                    : each)
        .toList();
  }

  /** Adds what one member keeps nothing of: only that one knows why. */
  private void dropped(
      Cluster cluster, ServerAddress member, SortedMap<List<String>, SortedSet<String>> misfits) {
    try {
      for (PluginLoss told : cluster.plugin().losses(member)) {
        LossInventory loss = ClusterReading.loss(told);
        if (loss.isOfWholeProcess()) {
          add(misfits, told.namespace(), told.service(), loss.problem());
        } else if (!told.application().isEmpty()
            && (loss.isOfName() || loss.isOfUnusableNamespace())) {
          // The same at each of its addresses.
          add(misfits, told.namespace(), told.application(), loss.kind() + ": " + loss.detail());
        }
      }
    } catch (RegistryException e) {
      terminal.warn(
          "a member does not tell what it cannot translate (%s)".formatted(e.what()),
          member.toString(),
          "going on without it");
    }
  }

  private static void add(
      SortedMap<List<String>, SortedSet<String>> misfits,
      String namespace,
      String application,
      String problem) {
    misfits.computeIfAbsent(List.of(namespace, application), none -> new TreeSet<>()).add(problem);
  }

  private static List<StatusResult.Application> with(
      List<StatusResult.Application> known, SortedMap<List<String>, SortedSet<String>> misfits) {
    SortedMap<List<String>, StatusResult.Application> all = new TreeMap<>(BY_NAME);
    known.forEach(each -> all.put(List.of(each.namespace(), each.application()), each));
    misfits.forEach(
        (name, problems) ->
            all.merge(
                name,
                StatusResult.Application.unknown(name.get(0), name.get(1))
                    .with(List.copyOf(problems)),
                (there, more) -> there.with(more.problems())));
    return List.copyOf(all.values());
  }
}
