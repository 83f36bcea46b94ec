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
          "members know different states of the bridge: the older ones act on old terms",
          describe(each -> "epoch %d, %s".formatted(each.epoch(), each.phase())),
          "run 'landbridge doctor' again; if that is still so, the members with the lower epoch do"
              + " not follow the log: look into their logs and restart them");
    }
    if (on.stream().anyMatch(PluginBridge::paused)) {
      findings.add(
          Severity.WARNING,
          Kind.BRIDGE_PAUSED,
          members(PluginBridge::paused),
          "the bridge is paused: each cluster shows what the other one had before the pause",
          describe(each -> each.paused() ? "paused" : "not paused"),
          "'landbridge bridge pause --end --yes' ends the pause");
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
              ? "the bridge of this member does not get on: changes in one cluster do not reach the"
                  + " other"
              : "this member cannot take back what it exported to the legacy cluster",
          String.join("; ", bridge.problems()),
          "check that this member reaches the legacy cluster (%s), and with which user and password;"
                  .formatted(String.join(", ", bridge.servers()))
              + " the bridge goes on by itself");
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
          "exports of these members wait, and do not become fewer",
          stuck.stream()
              .map(
                  each ->
                      "%s: %d, some seconds ago %d"
                          .formatted(each, waiting(work.now(), each), waiting(work.before(), each)))
              .collect(Collectors.joining("; ")),
          "run 'landbridge doctor' again; if they stay, look at how busy the legacy cluster is, and"
              + " for refused exports in the logs of these members");
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
        "no member that answers imports from the legacy cluster",
        describe(
            each -> each.active().isEmpty() ? "knows of none" : "takes it for " + each.active()),
        "run 'landbridge doctor' again: the leader of the catalog takes over within seconds; if it"
            + " does not, look into its log");
  }

  private void imports(String member, PluginBridge bridge) {
    if (bridge.held() > 0) {
      findings.add(
          Severity.WARNING,
          Kind.BRIDGE_HOLDS,
          List.of(member),
          "instances that are gone from the legacy cluster are still shown in this one, because too"
              + " many went at once or it has yet to settle",
          "%d instances are held".formatted(bridge.held()),
          "look whether these clients are alive; 'landbridge bridge diff' names them. They are"
              + " removed after landbridge.bridge.hold (10m)");
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
              ? "the legacy cluster was not imported completely yet"
              : "what is known of the legacy cluster is old",
          incomplete
              ? "the bridge began %d s ago; %d instances are imported, the legacy cluster has %d"
                  .formatted(
                      (work.clock() - bridge.since()) / 1_000,
                      bridge.importedInstances(),
                      bridge.legacyInstances())
              : "it was read completely %d s ago for the last time"
                  .formatted(bridge.lagMillis() / 1_000),
          "look at how busy the legacy cluster (%s) is, and into the log of this member"
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
          "services of the legacy cluster cannot be read, and are not shown in this cluster",
          named(unread),
          "rename or remove them in the legacy cluster, or leave them behind: 'landbridge bridge"
              + " diff' has the reason of each");
    }
    if (bridge.differing() > 0 && before != null && before.differing() > 0) {
      findings.add(
          Severity.WARNING,
          Kind.BRIDGE_DIFFERS,
          List.of(member),
          "services are not the same in both clusters, and clients see something else in each",
          "%d of %d services differ%s"
              .formatted(bridge.differing(), bridge.compared(), examples(false)),
          "wait a minute: the bridge puts right what it can; 'landbridge bridge diff' has the reason"
              + " of what stays. 'bridge cut-over' is refused meanwhile");
    }
    if (bridge.lasting() > 0) {
      findings.add(
          Severity.NOTE,
          Kind.BRIDGE_DIFFERS_FOR_GOOD,
          List.of(member),
          "the two clusters differ in what the legacy cluster does not let be put right; it holds up"
              + " nothing",
          "%d differences%s".formatted(bridge.lasting(), examples(true)),
          "look at each in 'landbridge bridge diff' before 'bridge cut-over', and decide whether its"
              + " clients can do without");
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
                each ->
                    "%s%s in namespace %s: %s"
                        .formatted(
                            each.service(),
                            each.ip().isEmpty() ? "" : " at " + each.ip() + ":" + each.port(),
                            each.namespace(),
                            each.reason()))
            .toList());
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
