package io.landbridge.migrate.doctor;

import io.landbridge.migrate.doctor.ConfigurationProbe.Failure;
import io.landbridge.migrate.doctor.ConfigurationProbe.Use;
import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.migrate.doctor.MemberReport.Answer;
import io.landbridge.model.ClockOffset;
import io.landbridge.model.Counted;
import io.landbridge.registry.plugin.PluginGroup;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Concludes from what the members told. Pure. */
public final class Diagnosis {

  /** More than clients, certificates and time limits forgive, less than a time zone. */
  static final long CLOCKS_MILLIS = 2_000;

  static final long DISK_BYTES = 512L << 20;

  /** What a server's Raft port is below the port in the member list. */
  private static final int RAFT_PORT_BELOW = 1_000;

  private final List<MemberReport> reports;
  private final Findings findings = new Findings();

  private Diagnosis(List<MemberReport> reports) {
    this.reports = reports;
  }

  /**
   * What is wrong with the members and with the work in progress.
   *
   * @param reports one per member
   * @param work the bridge, the applications and runs of this command; empty when no member could
   *     be asked
   * @return the bad first; empty when there are no problems
   */
  public static List<Finding> of(List<MemberReport> reports, Optional<WorkReport> work) {
    List<Finding> findings = new ArrayList<>(of(reports));
    work.ifPresent(
        it -> {
          findings.addAll(BridgeDiagnosis.of(it));
          findings.addAll(ApplicationDiagnosis.of(reports, it));
        });
    return findings.stream().sorted(Comparator.comparing(Finding::severity)).toList();
  }

  /**
   * What is wrong with the members.
   *
   * @param reports one per member
   * @return the bad first; empty when there are no problems
   */
  static List<Finding> of(List<MemberReport> reports) {
    Diagnosis diagnosis = new Diagnosis(reports);
    diagnosis.leader();
    diagnosis.silent();
    diagnosis.plugins();
    diagnosis.catalogs();
    diagnosis.lists();
    diagnosis.peers();
    diagnosis.serverGroups();
    diagnosis.machines();
    diagnosis.ownClock();
    diagnosis.configurations();
    return diagnosis.findings.badFirst();
  }

  private void leader() {
    SortedSet<String> peers = peersKnown();
    if (leaderKnown().isEmpty() && isWaiting()) {
      waiting();
      return;
    }
    if (peers.isEmpty() || leaderKnown().isPresent()) {
      return;
    }
    SortedSet<String> there =
        names(each -> each.answered() && !each.isDisabled() && peers.contains(each.member()));
    SortedSet<String> away = new TreeSet<>(peers);
    away.removeAll(there);
    int needed = peers.size() / 2 + 1;
    String evidence =
        Counted.format(
            "%d of %d peers answer, %d are needed; the peers are %s",
            there.size(), peers.size(), needed, join(peers));
    if (there.size() >= needed) {
      findings.add(
          Severity.ERROR,
          Kind.NO_LEADER,
          there,
          "the catalog's group has no leader, although a majority of its peers answers",
          evidence,
          "wait half a minute for an election and run 'landbridge doctor' again; if this persists,"
              + " check that the members reach each other at their Raft ports (HTTP port -"
              + " 1000), and check logs/alipay-jraft.log of each member");
      return;
    }
    findings.add(
        Severity.ERROR,
        Kind.NO_LEADER,
        away,
        "the catalog's group has no leader: a majority of its peers is missing; existing"
            + " registrations are served, but no change is recorded and no translation can be"
            + " switched",
        evidence,
        Counted.format(
            "start %d of these members with their data: %s. If the disks of too many members are lost"
                + " for good, restore the catalog: 1. 'landbridge backup --stale --out FILE' from a"
                + " member that still answers, unless a newer backup exists; 2. stop all"
                + " members and"
                + " remove data/protocol/raft/landbridge_catalog on each; 3. start all members; 4."
                + " 'landbridge restore FILE'. The server's own groups lost their majority too: see"
                + " docs/operations.md",
            needed - there.size(), join(away)));
  }

  private boolean isWaiting() {
    return reports.stream().anyMatch(MemberReport::isWaiting);
  }

  /** Nothing is broken: the plugin is being installed, or taken away. */
  private void waiting() {
    SortedSet<String> with = names(MemberReport::answered);
    SortedSet<String> without = names(report -> report.answer() == Answer.NO_PLUGIN);
    SortedSet<String> unknown = without(names(report -> true), with);
    unknown.removeAll(without);
    String reasons =
        reports.stream()
            .filter(MemberReport::isWaiting)
            .flatMap(report -> report.status().stream())
            .map(PluginStatus::reason)
            .distinct()
            .collect(Collectors.joining("; "));
    findings.add(
        Severity.WARNING,
        Kind.WAITING_FOR_MEMBERS,
        names(MemberReport::isWaiting),
        ("%d of %d members have the plugin, too few for the catalog's group to have a leader: no"
                + " change is recorded and no translation can be switched; Nacos itself is"
                + " unaffected")
            .formatted(with.size(), reports.size()),
        "with the plugin: %s; without: %s%s; %s"
            .formatted(
                join(with),
                without.isEmpty() ? "none that answers" : join(without),
                unknown.isEmpty() ? "" : "; unknown: " + join(unknown),
                reasons),
        ("to install the plugin, run 'landbridge install --nacos-home DIR' on the machines of %s"
                + " and restart these members; to finish uninstalling it, run 'landbridge uninstall"
                + " --nacos-home DIR' on the machines of %s and restart these members")
            .formatted(without.isEmpty() ? "the members without it" : join(without), join(with)));
  }

  private void silent() {
    Severity severity = leaderKnown().isPresent() ? Severity.WARNING : Severity.ERROR;
    for (MemberReport report : reports) {
      if (report.answer() == Answer.UNREACHABLE) {
        findings.add(
            severity,
            Kind.UNREACHABLE,
            List.of(report.member()),
            "this member does not answer",
            report.detail(),
            "start the member; if it was removed for good, delete it from the member lists of all"
                + " other members");
      } else if (report.answer() == Answer.REFUSED) {
        findings.add(
            Severity.ERROR,
            Kind.ACCESS_REFUSED,
            List.of(report.member()),
            "this member could not be examined",
            report.detail(),
            "log in as an administrator with --username, and check that all members have the same"
                + " authentication settings");
      } else if (report.answer() == Answer.NO_PLUGIN && !isWaiting()) {
        findings.add(
            Severity.ERROR,
            Kind.PLUGIN_MISSING,
            List.of(report.member()),
            "this member runs without the plugin: its clients are not observed and see no derived"
                + " instances, and it has no copy of the catalog",
            report.detail(),
            "copy the plugin's jar into the plugins directory of this member and restart it");
      }
    }
  }

  private void plugins() {
    for (MemberReport report : reports) {
      report
          .status()
          .filter(status -> status.state().equals("DISABLED"))
          .ifPresent(
              status ->
                  findings.add(
                      Severity.ERROR,
                      Kind.DISABLED,
                      List.of(report.member()),
                      "the plugin is disabled on this member",
                      status.reason(),
                      "fix the reason shown and restart this member; if the plugin is disabled"
                          + " again, check the log of this member"));
      if (leaderKnown().isPresent()
          && report.status().isPresent()
          && !report.isDisabled()
          && !(report.isRunning() && report.status().get().ready())) {
        findings.add(
            Severity.WARNING,
            Kind.NOT_READY,
            List.of(report.member()),
            "this member has not found the leader that other members report",
            report.status().map(PluginStatus::reason).orElse(""),
            "wait half a minute and run 'landbridge doctor' again; if this persists, check that"
                + " this member reaches "
                + leaderKnown().get()
                + " at its Raft port (HTTP port - 1000)");
      }
      if (report.answered() && !report.isDisabled() && report.group().isEmpty()) {
        findings.add(
            Severity.WARNING,
            Kind.GROUP_UNKNOWN,
            List.of(report.member()),
            "this member does not report its view of the group",
            "no answer to /landbridge/v1/group",
            "install the plugin version that matches this command");
      }
    }
    suspended();
    // An active plugin gives a reason for one thing alone.
    groups(
            report ->
                report
                    .status()
                    .filter(status -> status.state().equals("ACTIVE"))
                    .map(PluginStatus::reason)
                    .filter(reason -> !reason.isEmpty()))
        .forEach(
            (reason, members) ->
                findings.add(
                    Severity.WARNING,
                    Kind.UNTESTED_SERVER,
                    members,
                    "the plugin was never tested with this server",
                    reason,
                    "try the plugin in a test cluster before any application is switched on, or use"
                        + " a tested server version"));
    SortedMap<String, SortedSet<String>> versions =
        groups(report -> report.status().map(PluginStatus::pluginVersion));
    if (versions.size() > 1) {
      findings.add(
          Severity.WARNING,
          Kind.VERSIONS_DIFFER,
          all(versions),
          "members have different versions of the plugin",
          describe(versions),
          "finish the upgrade: the plugin disables itself on a member that is too old for the log");
    }
  }

  private void suspended() {
    SortedSet<String> suspended = names(MemberReport::isSuspended);
    if (!suspended.isEmpty()) {
      SortedSet<String> others = names(MemberReport::answered);
      others.removeAll(suspended);
      findings.add(
          Severity.WARNING,
          Kind.SUSPENDED,
          suspended,
          "an operator has hidden all derived instances on "
              + (others.isEmpty() ? "all members" : "these members, but not on the others"),
          others.isEmpty() ? "reported by the members" : "not suspended: " + join(others),
          "show derived instances again with 'landbridge resume'"
              + (others.isEmpty()
                  ? ""
                  : ", or hide them on every member with 'landbridge suspend'"));
    }
  }

  private void catalogs() {
    Map<Long, SortedMap<String, SortedSet<String>>> byApplied = new TreeMap<>();
    for (MemberReport report : reports) {
      report
          .status()
          .map(PluginStatus::catalog)
          .ifPresent(
              catalog ->
                  byApplied
                      .computeIfAbsent(catalog.applied(), key -> new TreeMap<>())
                      .computeIfAbsent(catalog.digest(), key -> new TreeSet<>())
                      .add(report.member()));
    }
    byApplied.forEach(
        (applied, digests) -> {
          if (digests.size() > 1) {
            findings.add(
                Severity.ERROR,
                Kind.DIGESTS_DIFFER,
                all(digests),
                Counted.format(
                    "members that applied the same %d commands hold different catalogs", applied),
                describe(digests),
                "restart the members that differ from the leader, one after the other, with an"
                    + " empty data/protocol/raft/landbridge_catalog, and report this as a bug");
          }
        });
    damaged();
    refused();
    long most = reports.stream().mapToLong(MemberReport::applied).max().orElse(0);
    for (MemberReport report : reports) {
      if (report.group().isPresent()
          && !report.isDisabled()
          && report.appliedBefore() == report.applied()
          && report.applied() < leastBefore(most)) {
        findings.add(
            Severity.ERROR,
            Kind.STANDS_STILL,
            List.of(report.member()),
            "this member applies no commands, although other members are ahead",
            Counted.format(
                "this member has applied %d commands, as some seconds ago; another member has applied"
                    + " %d",
                report.applied(), most),
            "check the log and the disk of this member, and restart it");
      }
    }
  }

  /** Every member passes the same ones over, so that nothing has to be done about the catalog. */
  private void damaged() {
    passedOver(
        Kind.DAMAGED_ENTRIES,
        PluginStatus::damagedEntries,
        "entries of the log were damaged when they were written and are skipped");
  }

  private void refused() {
    passedOver(
        Kind.REFUSED_ENTRIES,
        PluginStatus::refusedEntries,
        "entries of the log were refused because they are not signed as required");
  }

  private void passedOver(Kind kind, ToLongFunction<PluginStatus> count, String what) {
    SortedMap<String, SortedSet<String>> found =
        groups(
            report ->
                report
                    .status()
                    .map(count::applyAsLong)
                    .filter(entries -> entries > 0)
                    .map(String::valueOf));
    if (!found.isEmpty()) {
      findings.add(
          Severity.NOTE,
          kind,
          all(found),
          what,
          "since the start of the members: " + describe(found),
          "make sure that only members can reach the Raft ports (HTTP port - 1000)");
    }
  }

  /** Where those that are furthest were at the first look: nobody else can be asked for more. */
  private long leastBefore(long most) {
    return reports.stream()
        .filter(report -> report.applied() == most)
        .mapToLong(MemberReport::appliedBefore)
        .max()
        .orElse(0);
  }

  private void lists() {
    SortedMap<String, SortedSet<String>> lists =
        groups(
            report ->
                report
                    .group()
                    .map(PluginGroup::members)
                    .filter(members -> !members.isEmpty())
                    .map(
                        members ->
                            members.stream()
                                .map(PluginGroup.ListedMember::member)
                                .collect(Collectors.joining(","))));
    if (lists.size() > 1) {
      findings.add(
          Severity.ERROR,
          Kind.LISTS_DIFFER,
          all(lists),
          "the servers have different member lists",
          describe(lists),
          "use the same conf/cluster.conf on all members; until then no peer is added or removed");
    }
  }

  private void peers() {
    SortedSet<String> peers = peersKnown();
    SortedSet<String> members = membersListed();
    if (peers.isEmpty() || members.isEmpty()) {
      return;
    }
    boolean reconciles =
        reports.stream()
            .anyMatch(report -> report.group().filter(PluginGroup::reconcile).isPresent());
    SortedSet<String> left = without(peers, members);
    if (!left.isEmpty()) {
      findings.add(
          Severity.ERROR,
          Kind.PEER_NOT_MEMBER,
          left,
          "these peers have a vote in the catalog's group but are in no member list: each counts"
              + " toward the majority, so fewer failures cost the quorum",
          "peers %s, members %s".formatted(join(peers), join(members)),
          reconciles
              ? "wait a minute: the leader removes these peers once all running members agree on"
                  + " the list; otherwise check the leader's log"
              : "set landbridge.membership.reconcile=true, or remove the peers with the server's"
                  + " Raft operation removePeer for the group landbridge_catalog");
    }
    SortedSet<String> voteless = without(members, peers);
    voteless.removeAll(names(report -> report.answer() == Answer.NO_PLUGIN));
    if (!voteless.isEmpty()) {
      findings.add(
          Severity.WARNING,
          Kind.MEMBER_NOT_PEER,
          voteless,
          "these members have no vote in the catalog's group and no copy of the catalog",
          "peers %s, members %s".formatted(join(peers), join(members)),
          "wait a minute; if this persists, restart these members: a member joins at startup");
    }
  }

  /**
   * The server takes a member that leaves the list out of the groups the remaining ones lead, once;
   * a group that it led itself keeps it.
   */
  private void serverGroups() {
    SortedSet<String> members = membersListed();
    SortedMap<String, SortedSet<String>> groupsByStranger = new TreeMap<>();
    votesByServerGroup()
        .forEach(
            (group, votes) ->
                without(latest(votes.stream()), members)
                    .forEach(
                        stranger ->
                            groupsByStranger
                                .computeIfAbsent(stranger, key -> new TreeSet<>())
                                .add(group)));
    if (members.isEmpty() || groupsByStranger.isEmpty()) {
      return;
    }
    findings.add(
        Severity.ERROR,
        Kind.SERVER_PEER_NOT_MEMBER,
        groupsByStranger.keySet(),
        "these peers have a vote in Nacos's own groups but are in no member list: each counts"
            + " toward the majority, and a server does not start without a majority",
        groupsByStranger.entrySet().stream()
            .map(each -> each.getKey() + " in " + join(each.getValue()))
            .collect(Collectors.joining("; ")),
        "run this on a running member before you stop any other member: "
            + groupsByStranger.entrySet().stream()
                .flatMap(
                    each -> each.getValue().stream().map(group -> removal(group, each.getKey())))
                .collect(Collectors.joining("; ")));
  }

  private SortedMap<String, List<Votes>> votesByServerGroup() {
    return reports.stream()
        .flatMap(report -> report.group().stream())
        .flatMap(group -> group.serverGroups().stream())
        .collect(
            Collectors.groupingBy(
                PluginGroup.ServerGroup::name,
                TreeMap::new,
                Collectors.mapping(
                    each -> new Votes(each.leads(), each.term(), each.peers()),
                    Collectors.toList())));
  }

  private String removal(String group, String member) {
    return ("curl -X POST -H 'Content-Type: application/json' -d"
            + " '{\"groupId\":\"%s\",\"command\":\"removePeer\",\"value\":\"%s\"}'"
            + " 'http://HOST:PORT/nacos/%s/core/ops/raft'")
        .formatted(group, raftAddress(member), isOfServer2() ? "v1" : "v3/admin");
  }

  private boolean isOfServer2() {
    return reports.stream()
        .flatMap(report -> report.status().stream())
        .anyMatch(status -> status.server().startsWith("Nacos 2."));
  }

  private static String raftAddress(String member) {
    int colon = member.lastIndexOf(':');
    return member.substring(0, colon + 1)
        + (Integer.parseInt(member.substring(colon + 1)) - RAFT_PORT_BELOW);
  }

  private void machines() {
    List<MemberReport> timed =
        reports.stream()
            .filter(report -> report.group().isPresent())
            .sorted(Comparator.comparingLong(MemberReport::clockAheadMillis))
            .toList();
    if (timed.size() > 1) {
      MemberReport last = timed.get(0);
      MemberReport first = timed.get(timed.size() - 1);
      long apart = first.clockAheadMillis() - last.clockAheadMillis();
      long unsure = (first.roundTripMillis() + last.roundTripMillis()) / 2;
      if (apart - unsure > CLOCKS_MILLIS) {
        findings.add(
            Severity.WARNING,
            Kind.CLOCKS_DIFFER,
            List.of(last.member(), first.member()),
            "the clocks of these members are about %d s apart".formatted(apart / 1000),
            "%s is %s; %s is %s"
                .formatted(
                    first.member(),
                    ClockOffset.text(first.clockAheadMillis(), "this machine"),
                    last.member(),
                    ClockOffset.text(last.clockAheadMillis(), "this machine")),
            "set up time synchronization (NTP) on all members");
      }
    }
    for (MemberReport report : reports) {
      long free = report.group().map(PluginGroup::freeBytes).orElse(-1L);
      if (free >= 0 && free < DISK_BYTES) {
        findings.add(
            Severity.WARNING,
            Kind.DISK_NEARLY_FULL,
            List.of(report.member()),
            "the disk of this member is nearly full; a full disk stops its catalog",
            "%d MB are free".formatted(free >> 20),
            "free space on the file system of the server's data directory");
      }
    }
  }

  /** Members that differ among themselves need not all differ from here. */
  private void ownClock() {
    List<MemberReport> timed =
        reports.stream().filter(report -> report.group().isPresent()).toList();
    Optional<MemberReport> nearest =
        timed.stream().min(Comparator.comparingLong(Diagnosis::leastApart));
    if (nearest.isEmpty() || leastApart(nearest.get()) <= CLOCKS_MILLIS) {
      return;
    }
    long ahead = nearest.get().clockAheadMillis();
    findings.add(
        Severity.WARNING,
        Kind.OWN_CLOCK_DIFFERS,
        timed.stream().map(MemberReport::member).sorted().toList(),
        "the clock of this machine is about %d s %s the clocks of the members"
            .formatted(Math.abs(ahead) / 1000, ahead > 0 ? "behind" : "ahead of"),
        timed.stream()
            .map(
                each ->
                    "%s is %s"
                        .formatted(
                            each.member(),
                            ClockOffset.text(each.clockAheadMillis(), "this machine")))
            .collect(Collectors.joining("; ")),
        "set up time synchronization (NTP) on this machine: its clock decides on certificates and"
            + " tokens, and dates reports and journals");
  }

  /** How far the clock of a member is from the one here at least. */
  private static long leastApart(MemberReport report) {
    return Math.abs(report.clockAheadMillis()) - report.roundTripMillis() / 2;
  }

  private void configurations() {
    for (Use use : Use.values()) {
      configurations(use, true);
      configurations(use, false);
    }
  }

  private void configurations(Use use, boolean refused) {
    SortedMap<String, SortedSet<String>> members = new TreeMap<>();
    for (MemberReport report : reports) {
      for (Failure failure : report.configuration()) {
        if (failure.use() == use && failure.refused() == refused) {
          members.computeIfAbsent(failure.why(), none -> new TreeSet<>()).add(report.member());
        }
      }
    }
    if (members.isEmpty()) {
      return;
    }
    String what =
        switch (use) {
          case READ -> "read the mappings in the configuration center (group 'mapping')";
          case LIST -> "list the MigrationRules (group 'DUBBO_SERVICEDISCOVERY_MIGRATION')";
          case CHANGE -> "change configurations of group 'LANDBRIDGE'";
        };
    if (refused) {
      findings.add(
          Severity.WARNING,
          Kind.CONFIGURATION_REFUSED,
          all(members),
          "this user may not " + what,
          describe(members),
          "for " + needs(use) + " log in as an administrator with --username");
    } else {
      findings.add(
          Severity.ERROR,
          Kind.CONFIGURATION_FAILS,
          all(members),
          "these members cannot %s".formatted(what),
          describe(members),
          "check logs/config-*.log and the database of these members; affected: "
              + needs(use)
              + " fails");
    }
  }

  private static String needs(Use use) {
    return switch (use) {
      case READ -> "'verify' and every consumer at application level;";
      case LIST -> "'rollback --all' and '--application'";
      case CHANGE -> "'apply', 'rollback' and 'complete'";
    };
  }

  private Optional<String> leaderKnown() {
    Set<String> there = names(report -> report.answered() && !report.isDisabled());
    return reports.stream()
        .flatMap(report -> report.group().stream())
        .map(PluginGroup::leader)
        .filter(there::contains)
        .findFirst();
  }

  /** As the leader sees them, else as the member in the latest election does. */
  private SortedSet<String> peersKnown() {
    return latest(
        reports.stream()
            .flatMap(report -> report.group().stream())
            .map(
                group ->
                    new Votes(group.leader().equals(group.member()), group.term(), group.peers())));
  }

  private static SortedSet<String> latest(Stream<Votes> votes) {
    return votes
        .filter(each -> !each.peers().isEmpty())
        .max(Comparator.comparing(Votes::leads).thenComparing(Votes::term))
        .map(each -> (SortedSet<String>) new TreeSet<>(each.peers()))
        .orElseGet(TreeSet::new);
  }

  /** Who has a vote in a group, as one member sees it. */
  private record Votes(boolean leads, long term, List<String> peers) {}

  private SortedSet<String> membersListed() {
    return reports.stream()
        .flatMap(report -> report.group().stream())
        .flatMap(group -> group.members().stream())
        .map(PluginGroup.ListedMember::member)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private SortedSet<String> names(Predicate<MemberReport> which) {
    return reports.stream()
        .filter(which)
        .map(MemberReport::member)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The members by what they tell. */
  private SortedMap<String, SortedSet<String>> groups(
      Function<MemberReport, Optional<String>> told) {
    SortedMap<String, SortedSet<String>> groups = new TreeMap<>();
    for (MemberReport report : reports) {
      told.apply(report)
          .ifPresent(
              value -> groups.computeIfAbsent(value, key -> new TreeSet<>()).add(report.member()));
    }
    return groups;
  }

  private static SortedSet<String> all(Map<String, SortedSet<String>> groups) {
    return groups.values().stream()
        .flatMap(Collection::stream)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String describe(Map<String, SortedSet<String>> groups) {
    return groups.entrySet().stream()
        .map(each -> each.getKey() + " on " + join(each.getValue()))
        .collect(Collectors.joining("; "));
  }

  private static SortedSet<String> without(Set<String> all, Set<String> some) {
    SortedSet<String> rest = new TreeSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  private static String join(Collection<String> names) {
    return String.join(", ", names);
  }
}
