package io.landbridge.migrate.doctor;

import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginBridge;
import io.landbridge.registry.plugin.PluginBridgeClient;
import io.landbridge.registry.plugin.PluginBridgeDifference;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginGroup;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Asks the members for the work in progress. */
public final class WorkReports {

  /** Enough to tell what kinds of differences there are. */
  private static final int SOME = 1_000;

  private final PluginClient plugin;
  private final PluginBridgeClient bridge;
  private final RunProbe runs;
  private final Consumer<String> progress;

  /**
   * Creates a WorkReports.
   *
   * @param plugin asks for the applications
   * @param bridge asks for the bridge
   * @param runs reads who changes the cluster
   * @param progress told what is going on
   */
  public WorkReports(
      PluginClient plugin, PluginBridgeClient bridge, RunProbe runs, Consumer<String> progress) {
    this.plugin = plugin;
    this.bridge = bridge;
    this.runs = runs;
    this.progress = progress;
  }

  /**
   * Asks those that run, and a second time when something is in motion.
   *
   * @param members what they told of themselves
   * @param moment what passes in between
   * @return empty when no member's plugin runs with a leader
   * @throws RegistryException if asking was interrupted
   */
  public Optional<WorkReport> of(List<MemberReport> members, Reports.Moment moment)
      throws RegistryException, InterruptedException {
    List<MemberReport> running = members.stream().filter(WorkReports::isAskable).toList();
    if (running.isEmpty()) {
      return Optional.empty();
    }
    SortedMap<String, String> unexamined = new TreeMap<>();
    progress.accept("reading the bridge and the applications");
    WorkReport.Look before = look(running, unexamined);
    WorkReport.Look now = before;
    if (!before.isCalm()) {
      moment.pass();
      now = look(running, unexamined);
    }
    return Optional.of(
        new WorkReport(
            before,
            now,
            differences(now, unexamined),
            run(unexamined),
            clock(members),
            unexamined));
  }

  private static boolean isAskable(MemberReport report) {
    return report.isRunning() && report.status().filter(it -> it.ready()).isPresent();
  }

  private static long clock(List<MemberReport> members) {
    return members.stream()
        .flatMap(report -> report.group().stream())
        .mapToLong(PluginGroup::now)
        .max()
        .orElse(0);
  }

  private WorkReport.Look look(List<MemberReport> running, SortedMap<String, String> unexamined)
      throws RegistryException {
    SortedMap<String, PluginBridge> bridges = new TreeMap<>();
    for (MemberReport each : running) {
      ServerAddress server = each.status().orElseThrow().asked();
      attempt("bridge on " + each.member(), unexamined, () -> bridge.status(server))
          .ifPresent(told -> bridges.put(each.member(), told));
    }
    List<PluginApplication> applications =
        attempt("applications", unexamined, plugin::applications).orElse(List.of());
    return new WorkReport.Look(bridges, applications);
  }

  private List<PluginBridgeDifference> differences(
      WorkReport.Look now, SortedMap<String, String> unexamined) throws RegistryException {
    Optional<PluginBridge> active = now.active().map(each -> each.getValue());
    if (active.isEmpty() || active.get().differences() == 0) {
      return List.of();
    }
    ServerAddress server = active.get().asked();
    return attempt("differences", unexamined, () -> bridge.differences(server, SOME))
        .orElse(List.of());
  }

  private Optional<RunNote> run(SortedMap<String, String> unexamined) throws RegistryException {
    return attempt("runs of landbridge", unexamined, runs::run).flatMap(found -> found);
  }

  private interface Question<T> {
    T ask() throws RegistryException;
  }

  private static <T> Optional<T> attempt(
      String part, SortedMap<String, String> unexamined, Question<T> question)
      throws RegistryException {
    try {
      return Optional.of(question.ask());
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      unexamined.put(part, e.what());
      return Optional.empty();
    }
  }
}
