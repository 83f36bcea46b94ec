package io.landbridge.migrate.doctor;

import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.registry.plugin.PluginBridge;
import io.landbridge.registry.plugin.PluginBridgeDifference;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Concludes what is wrong with the bridge. Pure. */
final class BridgeDiagnosis {

  /** The legacy cluster is read once a minute where that takes long, and not always in time. */
  static final long LAG_MILLIS = 150_000;

  /** Longer than the first reading of a large cluster takes. */
  static final long FIRST_SYNC_MILLIS = 300_000;

  private final WorkReport work;
  private final Findings findings = new Findings();

  private BridgeDiagnosis(WorkReport work) {
    this.work = work;
  }

  /** What is wrong; empty when nothing is. */
  static List<Finding> of(WorkReport work) {
    BridgeDiagnosis diagnosis = new BridgeDiagnosis(work);
    diagnosis.bridge();
    return diagnosis.findings.all();
  }

  private void bridge() {
    Map<String, PluginBridge> bridges = work.now().bridges();
    bridges.forEach(this::stalled);
    exportsWait();
    Collection<PluginBridge> on =
        bridges.values().stream().filter(each -> each.phase().imports()).toList();
    if (on.isEmpty()) {
      return;
    }
    if (bridges.values().stream().map(PluginBridge::epoch).distinct().count() > 1) {
      findings.add(
          Severity.WARNING,
          Kind.BRIDGE_EPOCHS_DIFFER,
          bridges.keySet(),
          "members know different states of the bridge; members with an older state act on outdated"
              + " orders",
          describe(each -> "epoch %d, %s".formatted(each.epoch(), each.phase())),
          "run 'landbridge doctor' again; if this persists, the members with the lower epoch do not"
              + " follow the log: check their logs and restart them");
    }
    if (on.stream().anyMatch(PluginBridge::paused)) {
      findings.add(
          Severity.WARNING,
          Kind.BRIDGE_PAUSED,
          members(PluginBridge::paused),
          "the bridge is paused: each cluster shows the other cluster's state from before the"
              + " pause",
          describe(each -> each.paused() ? "paused" : "not paused"),
          "resume the bridge with 'landbridge bridge pause --end --yes'");
      return;
    }
    work.now()
        .active()
        .ifPresentOrElse(each -> imports(each.getKey(), each.getValue()), this::notActive);
  }

  private void stalled(String member, PluginBridge bridge) {
    if (!bridge.problems().isEmpty()) {
      findings.add(
          Severity.ERROR,
          Kind.BRIDGE_STALLED,
          List.of(member),
          bridge.phase().imports()
              ? "the bridge of this member is stalled: changes in one cluster do not reach the"
                  + " other"
              : "this member cannot remove its exported instances from the legacy cluster",
          String.join("; ", bridge.problems()),
          ("check the connection from this member to the legacy cluster (%s), and the user name and"
                      + " password;")
                  .formatted(String.join(", ", bridge.servers()))
              + " the bridge then continues automatically");
    }
  }

  private void exportsWait() {
    List<String> stuck =
        work.now().bridges().entrySet().stream()
            .filter(each -> isStuck(each.getKey(), each.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    if (!stuck.isEmpty()) {
      findings.add(
          Severity.WARNING,
          Kind.BRIDGE_EXPORTS_WAIT,
          stuck,
          "exports of these members are pending, and their number does not decrease",
          stuck.stream()
              .map(
                  each ->
                      "%s: %d now, %d some seconds ago"
                          .formatted(each, waiting(work.now(), each), waiting(work.before(), each)))
              .collect(Collectors.joining("; ")),
          "run 'landbridge doctor' again; if this persists, check the load of the legacy cluster,"
              + " and the logs of these members for refused exports");
    }
  }

  /** Of a member that has a problem the waiting follows from that. */
  private boolean isStuck(String member, PluginBridge bridge) {
    int before = waiting(work.before(), member);
    return !bridge.paused()
        && bridge.problems().isEmpty()
        && before > 0
        && bridge.waiting() >= before;
  }

  private static int waiting(WorkReport.Look look, String member) {
    PluginBridge bridge = look.bridges().get(member);
    return bridge == null ? 0 : bridge.waiting();
  }

  private void notActive() {
    findings.add(
        Severity.ERROR,
        Kind.BRIDGE_NOT_ACTIVE,
        work.now().bridges().keySet(),
        "no reachable member imports from the legacy cluster",
        describe(
            each ->
                each.active().isEmpty()
                    ? "reports no importing member"
                    : "reports the importing member " + each.active()),
        "run 'landbridge doctor' again: the leader of the catalog takes over within seconds;"
            + " otherwise check the leader's log");
  }

  private void imports(String member, PluginBridge bridge) {
    if (bridge.held() > 0) {
      findings.add(
          Severity.WARNING,
          Kind.BRIDGE_HOLDS,
          List.of(member),
          "this cluster still shows instances that the legacy cluster no longer lists: too many"
              + " disappeared at once, or the legacy cluster has not settled yet",
          "%d instances are held".formatted(bridge.held()),
          "check whether these clients are alive; 'landbridge bridge diff' lists them. Held"
              + " instances are removed after landbridge.bridge.hold (10m)");
    }
    if (!bridge.problems().isEmpty()) {
      return;
    }
    behind(member, bridge);
    differs(member, bridge);
  }

  private void behind(String member, PluginBridge bridge) {
    boolean incomplete = bridge.firstSync() == 0;
    boolean late = work.clock() - bridge.since() > FIRST_SYNC_MILLIS;
    if (incomplete ? late : bridge.lagMillis() > LAG_MILLIS) {
      findings.add(
          Severity.WARNING,
          Kind.BRIDGE_BEHIND,
          List.of(member),
          incomplete
              ? "the first import of the legacy cluster is not complete yet"
              : "the imported state of the legacy cluster is outdated",
          incomplete
              ? "the bridge started %d s ago; %d instances are imported, the legacy cluster has %d"
                  .formatted(
                      (work.clock() - bridge.since()) / 1_000,
                      bridge.importedInstances(),
                      bridge.legacyInstances())
              : "the last complete read was %d s ago".formatted(bridge.lagMillis() / 1_000),
          "check the load of the legacy cluster (%s) and the log of this member"
              .formatted(String.join(", ", bridge.servers())));
    }
  }

  private void differs(String member, PluginBridge bridge) {
    PluginBridge before = work.before().bridges().get(member);
    List<PluginBridgeDifference> unread =
        work.differences().stream().filter(each -> each.ip().isEmpty()).toList();
    if (!unread.isEmpty()) {
      findings.add(
          Severity.WARNING,
          Kind.BRIDGE_UNREADABLE,
          List.of(member),
          "services or namespaces of the legacy cluster cannot be read and are missing from this"
              + " cluster",
          named(unread),
          "rename or remove these services in the legacy cluster, or leave them behind: 'landbridge"
              + " bridge diff' shows the reason for each");
    }
    if (bridge.differing() > 0 && before != null && before.differing() > 0) {
      findings.add(
          Severity.WARNING,
          Kind.BRIDGE_DIFFERS,
          List.of(member),
          "services differ between the clusters, so clients see different instances in each"
              + " cluster",
          "%d of %d services differ%s"
              .formatted(bridge.differing(), bridge.compared(), examples(false)),
          "wait a minute: the bridge repairs most differences; 'landbridge bridge diff' shows the"
              + " reason for the rest. 'bridge cut-over' is refused meanwhile");
    }
    if (bridge.lasting() > 0) {
      findings.add(
          Severity.NOTE,
          Kind.BRIDGE_DIFFERS_FOR_GOOD,
          List.of(member),
          "the two clusters differ in values that the legacy cluster cannot represent; these"
              + " differences block nothing",
          "%d differences%s".formatted(bridge.lasting(), examples(true)),
          "review each difference in 'landbridge bridge diff' before 'bridge cut-over', and decide"
              + " whether clients need the value");
    }
  }

  /** Those that stay are at the end of the list. */
  private String examples(boolean fromTheEnd) {
    List<PluginBridgeDifference> all = work.differences();
    if (all.isEmpty()) {
      return "";
    }
    int from = fromTheEnd ? Math.max(0, all.size() - Some.NAMED) : 0;
    return ", for example " + named(all.subList(from, Math.min(all.size(), from + Some.NAMED)));
  }

  private static String named(List<PluginBridgeDifference> differences) {
    return Some.of(
        differences.stream()
            .map(
                each -> "%snamespace %s: %s".formatted(what(each), each.namespace(), each.reason()))
            .toList());
  }

  private static String what(PluginBridgeDifference difference) {
    if (difference.concernsNamespace()) {
      return "";
    }
    return difference.ip().isEmpty()
        ? difference.service() + " in "
        : "%s at %s:%d in ".formatted(difference.service(), difference.ip(), difference.port());
  }

  private Collection<String> members(Predicate<PluginBridge> which) {
    return work.now().bridges().entrySet().stream()
        .filter(each -> which.test(each.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private interface Description {
    String of(PluginBridge bridge);
  }

  private String describe(Description description) {
    return work.now().bridges().entrySet().stream()
        .map(each -> each.getKey() + ": " + description.of(each.getValue()))
        .collect(Collectors.joining("; "));
  }
}
