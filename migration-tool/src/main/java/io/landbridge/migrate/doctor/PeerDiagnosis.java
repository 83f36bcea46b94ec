package io.landbridge.migrate.doctor;

import static io.landbridge.migrate.doctor.MemberReports.all;
import static io.landbridge.migrate.doctor.MemberReports.describe;
import static io.landbridge.migrate.doctor.MemberReports.join;
import static io.landbridge.migrate.doctor.MemberReports.latest;
import static io.landbridge.migrate.doctor.MemberReports.without;

import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.migrate.doctor.MemberReport.Answer;
import io.landbridge.migrate.doctor.MemberReports.Votes;
import io.landbridge.registry.plugin.PluginGroup;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Concludes whether members and those with a vote in Raft groups are the same. Pure. */
final class PeerDiagnosis {

  /** What a server's Raft port is below the port in the member list. */
  private static final int RAFT_PORT_BELOW = 1_000;

  private final MemberReports reports;
  private final Findings findings;

  private PeerDiagnosis(MemberReports reports, Findings findings) {
    this.reports = reports;
    this.findings = findings;
  }

  /** Adds what is wrong; nothing when nothing is. */
  static void add(MemberReports reports, Findings findings) {
    PeerDiagnosis diagnosis = new PeerDiagnosis(reports, findings);
    diagnosis.lists();
    diagnosis.peers();
    diagnosis.serverGroups();
  }

  private void lists() {
    SortedMap<String, SortedSet<String>> lists =
        reports.groups(
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
    SortedSet<String> peers = reports.peersKnown();
    SortedSet<String> members = reports.membersListed();
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
    voteless.removeAll(reports.names(report -> report.answer() == Answer.NO_PLUGIN));
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

  private void serverGroups() {
    SortedSet<String> members = reports.membersListed();
    if (members.isEmpty()) {
      return;
    }
    SortedMap<String, SortedSet<String>> strangers = new TreeMap<>();
    SortedMap<String, SortedSet<String>> voteless = new TreeMap<>();
    votesByServerGroup()
        .forEach(
            (group, votes) -> {
              SortedSet<String> peers = latest(votes.stream());
              if (!peers.isEmpty()) {
                put(strangers, without(peers, members), group);
                put(voteless, without(members, peers), group);
              }
            });
    strangersInServerGroups(strangers);
    votelessInServerGroups(voteless);
  }

  private static void put(
      SortedMap<String, SortedSet<String>> groups, SortedSet<String> servers, String group) {
    servers.forEach(each -> groups.computeIfAbsent(each, key -> new TreeSet<>()).add(group));
  }

  /**
   * The server takes a member that leaves the list out of the groups the remaining ones lead, once;
   * a group that it led itself keeps it.
   */
  private void strangersInServerGroups(SortedMap<String, SortedSet<String>> groups) {
    if (groups.isEmpty()) {
      return;
    }
    findings.add(
        Severity.ERROR,
        Kind.SERVER_PEER_NOT_MEMBER,
        groups.keySet(),
        "these peers have a vote in Nacos's own groups but are in no member list: each counts"
            + " toward the majority, and a server does not start without a majority",
        describeGroups(groups),
        "run this on a running member before you stop any other member: "
            + groups.entrySet().stream()
                .flatMap(
                    each -> each.getValue().stream().map(group -> removal(group, each.getKey())))
                .collect(Collectors.joining("; ")));
  }

  /**
   * A server that is known by its host name looks itself up every 30 s. When it cannot, it takes
   * itself for another member and asks to be taken out of all groups under its name; it joins them
   * again when it starts, and not before.
   */
  private void votelessInServerGroups(SortedMap<String, SortedSet<String>> groups) {
    if (groups.isEmpty()) {
      return;
    }
    findings.add(
        Severity.WARNING,
        Kind.MEMBER_NOT_SERVER_PEER,
        groups.keySet(),
        "these members have no vote in Nacos's own groups: fewer failures cost these groups their"
            + " quorum",
        describeGroups(groups),
        "restart these members one at a time before you stop any other member: a member joins at"
            + " startup; if members are listed by host name, start each with"
            + " -Dnacos.core.inet.auto-refresh=31536000000, so that it looks up its own name only"
            + " then");
  }

  private static String describeGroups(SortedMap<String, SortedSet<String>> groups) {
    return groups.entrySet().stream()
        .map(each -> each.getKey() + " in " + join(each.getValue()))
        .collect(Collectors.joining("; "));
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
}
