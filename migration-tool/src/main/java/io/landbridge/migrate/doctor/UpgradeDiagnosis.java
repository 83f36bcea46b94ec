package io.landbridge.migrate.doctor;

import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.model.Counted;
import io.landbridge.registry.ServerFacts;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Concludes from what servers are what their upgrade to another version of Nacos could stumble
 * over, done as Nacos documents it: one server after the other, each with the newer version at its
 * old address. Pure.
 *
 * <p>What is known of versions is what release notes and reports say up to {@value #NEWEST_TEXT};
 * see docs/choose.md.
 */
public final class UpgradeDiagnosis {

  private static final String NEWEST_TEXT = "3.3.1";
  private static final ServerVersion NEWEST = new ServerVersion(3, 3, 1);
  private static final ServerVersion V2_0 = new ServerVersion(2, 0, 0);
  private static final ServerVersion V2_2 = new ServerVersion(2, 2, 0);
  private static final ServerVersion V2_4 = new ServerVersion(2, 4, 0);
  private static final ServerVersion V3_0 = new ServerVersion(3, 0, 0);
  private static final ServerVersion V3_2 = new ServerVersion(3, 2, 0);
  private static final ServerVersion V3_2_4 = new ServerVersion(3, 2, 4);
  private static final ServerVersion V3_3 = new ServerVersion(3, 3, 0);

  /** The plugin was run with servers from this version on, up to before 3.2. */
  private static final ServerVersion TESTED = new ServerVersion(2, 2, 1);

  private static final int MAX_NAMED = 5;

  private final SortedMap<String, ServerVersion> versions = new TreeMap<>();
  private final Collection<ServerFacts> servers;
  private final ServerVersion target;
  private final Findings findings = new Findings();

  private UpgradeDiagnosis(Collection<ServerFacts> servers, ServerVersion target) {
    this.servers = servers;
    this.target = target;
    for (ServerFacts each : servers) {
      ServerVersion.parse(each.version()).ifPresent(it -> versions.put(each.member(), it));
    }
  }

  /**
   * What an upgrade could stumble over.
   *
   * @param servers what each told of itself
   * @param target the version they are to have
   * @return the bad first; empty when nothing is known
   */
  public static List<Finding> of(Collection<ServerFacts> servers, ServerVersion target) {
    UpgradeDiagnosis diagnosis = new UpgradeDiagnosis(servers, target);
    diagnosis.versions();
    diagnosis.path();
    diagnosis.httpClients();
    diagnosis.clientAuthentication();
    diagnosis.database();
    diagnosis.configurations();
    diagnosis.raft();
    diagnosis.identity();
    diagnosis.plugin();
    return diagnosis.findings.badFirst();
  }

  private void versions() {
    SortedSet<String> unknown = new TreeSet<>();
    servers.stream().map(ServerFacts::member).forEach(unknown::add);
    unknown.removeAll(versions.keySet());
    if (!unknown.isEmpty()) {
      findings.add(
          Severity.WARNING,
          Kind.UPGRADE_UNKNOWN,
          unknown,
          "the version of a server is unknown, so problems of its upgrade are unknown too",
          "the server does not report its version",
          "find out the version, and read the upgrade notes of Nacos");
    }
    if (target.compareTo(NEWEST) > 0) {
      findings.add(
          Severity.WARNING,
          Kind.UPGRADE_UNKNOWN,
          List.of(),
          "the target version is newer than the versions that this command knows",
          "Nacos " + target + " is the target, " + NEWEST + " is the newest known version",
          "read the upgrade notes of Nacos " + target + " as well");
    }
    SortedSet<String> newer = members(target::isBefore);
    if (!newer.isEmpty()) {
      findings.add(
          Severity.ERROR,
          Kind.UPGRADE_PATH,
          newer,
          "a server is newer than the target",
          evidence(newer),
          "choose a newer target: an older version of Nacos cannot use the data of a newer one");
    }
    if (Set.copyOf(versions.values()).size() > 1) {
      findings.add(
          Severity.WARNING,
          Kind.UPGRADE_PATH,
          versions.keySet(),
          "the servers have different versions: an upgrade is under way, or was interrupted",
          evidence(versions.keySet()),
          "finish this upgrade before the next one");
    }
  }

  private void path() {
    SortedSet<String> old = crossing(V2_0, V2_2);
    if (!old.isEmpty()) {
      findings.add(
          Severity.ERROR,
          Kind.UPGRADE_PATH,
          old,
          "servers of 1.x cannot be replaced by Nacos " + target + " directly",
          evidence(old),
          "upgrade to 2.0 or 2.1 first, or set up a new cluster and keep both in sync with the"
              + " bridge, see docs/bridge.md and docs/in-place-upgrade.md");
    }
  }

  private void httpClients() {
    SortedSet<String> crossing = crossing(V3_2);
    SortedSet<String> clients = new TreeSet<>();
    servers.forEach(each -> clients.addAll(each.httpClients().orElse(List.of())));
    if (crossing.isEmpty() || clients.isEmpty()) {
      return;
    }
    findings.add(
        Severity.ERROR,
        Kind.UPGRADE_HTTP_CLIENTS,
        crossing,
        Counted.format(
            "%d instances are registered over the HTTP API of 1.x, which Nacos 3.2 and later do not"
                + " have",
            clients.size()),
        clients.stream().limit(MAX_NAMED).collect(Collectors.joining(", "))
            + (clients.size() > MAX_NAMED ? ", ..." : ""),
        "upgrade the Nacos clients of these programs to 2.x or newer first, or enable the front for"
            + " 1.x clients on the new servers, see docs/v1-front.md");
  }

  private void clientAuthentication() {
    SortedSet<String> crossing = crossing(V3_3);
    crossing.removeIf(
        member ->
            servers.stream()
                .anyMatch(
                    each ->
                        each.member().equals(member)
                            && each.clientAuthentication().equals(Optional.of(true))));
    if (!crossing.isEmpty()) {
      findings.add(
          Severity.WARNING,
          Kind.UPGRADE_CLIENT_LOGIN,
          crossing,
          "Nacos 3.3 requires clients to log in by default; these servers do not",
          "nacos.core.auth.enabled is not true, or a server does not report it",
          "set nacos.core.auth.enabled=false on each new server, or configure a user name and"
              + " password in every client first");
    }
  }

  private void database() {
    SortedSet<String> crossing = crossing(V3_2);
    if (crossing.isEmpty()) {
      return;
    }
    SortedSet<String> databases = new TreeSet<>();
    servers.forEach(each -> each.database().filter(it -> !it.isEmpty()).ifPresent(databases::add));
    findings.add(
        Severity.WARNING,
        Kind.UPGRADE_DATABASE,
        crossing,
        "the tables of the database changed in Nacos 3.2",
        databases.isEmpty()
            ? "no server reports its database"
            : "the database is " + String.join(", ", databases),
        "back up the database, and run its upgrade script from the distribution of Nacos "
            + target
            + " before the first server is replaced");
  }

  private void configurations() {
    SortedSet<String> crossing = crossing(V3_0, V3_3);
    if (!crossing.isEmpty()) {
      findings.add(
          Severity.ERROR,
          Kind.UPGRADE_CONFIGURATIONS,
          crossing,
          "Nacos 3.3 no longer migrates configurations of the namespace '' to 'public', and no"
              + " longer migrates beta and tagged configurations",
          evidence(crossing),
          "upgrade to 3.0, 3.1 or 3.2 first, and wait until the servers have migrated them;"
              + " otherwise Dubbo consumers find no mappings and metadata documents");
    }
  }

  private void raft() {
    SortedSet<String> crossing = crossing(V2_4);
    if (!crossing.isEmpty()) {
      findings.add(
          Severity.WARNING,
          Kind.UPGRADE_RAFT,
          crossing,
          "a rolling upgrade across Nacos 2.4 changes the versions of JRaft and RocksDB; such"
              + " upgrades were reported to fail (2.2.0 to 2.4.3: 'Compaction number of input"
              + " keys')",
          evidence(crossing),
          "back up data/protocol of each server, test the upgrade with a copy of one server, and"
              + " replace one server at a time, and wait each time until every Raft group has all"
              + " its members");
    }
  }

  private void identity() {
    SortedSet<String> crossing = crossing(V3_2_4);
    if (!crossing.isEmpty()) {
      findings.add(
          Severity.NOTE,
          Kind.UPGRADE_IDENTITY,
          crossing,
          "once all servers run 3.2.4 or newer, they check the identity of each other on the Raft"
              + " port; the check cannot be disabled",
          evidence(crossing),
          "give all servers the same nacos.core.auth.server.identity.key and .value before the last"
              + " one is replaced");
    }
  }

  private void plugin() {
    if (target.isBefore(TESTED) || !target.isBefore(V3_2)) {
      findings.add(
          Severity.NOTE,
          Kind.UPGRADE_PLUGIN,
          versions.keySet(),
          "the plugin was not tested with Nacos " + target,
          "see docs/supported-versions.md",
          "run the plugin's jar with --check on the new server's jar, and replace one server first");
    }
  }

  private SortedSet<String> crossing(ServerVersion version) {
    return crossing(version, version);
  }

  /**
   * The members that go from before one version to another one or beyond.
   *
   * @return a set that may be changed
   */
  private SortedSet<String> crossing(ServerVersion before, ServerVersion to) {
    return target.isBefore(to) ? new TreeSet<>() : members(version -> version.isBefore(before));
  }

  private SortedSet<String> members(Predicate<ServerVersion> test) {
    SortedSet<String> members = new TreeSet<>(versions.keySet());
    members.removeIf(member -> !test.test(versions.get(member)));
    return members;
  }

  private String evidence(Collection<String> members) {
    return members.stream()
        .limit(MAX_NAMED)
        .map(each -> each + " is " + versions.get(each))
        .collect(Collectors.joining(", "));
  }
}
