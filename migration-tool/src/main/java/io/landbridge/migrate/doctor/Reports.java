package io.landbridge.migrate.doctor;

import io.landbridge.migrate.doctor.MemberReport.Answer;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.ServerMembers;
import io.landbridge.registry.UnusableMember;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginGroup;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Asks every member: those that were named, and those the members name. */
public final class Reports {

  /** No cluster is larger; a member list that is does not lead to endless questions. */
  private static final int MAX_MEMBERS = 64;

  private final PluginClient plugin;
  private final ConfigurationProbe configurations;
  private final MemberList list;
  private final Consumer<String> progress;
  private final LongSupplier clock;

  /** Makes one that does not try the configuration centre. */
  public Reports(PluginClient plugin, Consumer<String> progress, LongSupplier clock) {
    this(plugin, member -> List.of(), MemberList.NONE, progress, clock);
  }

  /**
   * Creates a Reports.
   *
   * @param plugin asks
   * @param configurations tries the configuration centre
   * @param list asks a server without the plugin for the other members
   * @param progress told what is going on
   * @param clock milliseconds since 1970
   */
  public Reports(
      PluginClient plugin,
      ConfigurationProbe configurations,
      MemberList list,
      Consumer<String> progress,
      LongSupplier clock) {
    this.plugin = plugin;
    this.configurations = configurations;
    this.list = list;
    this.progress = progress;
    this.clock = clock;
  }

  /** The member list as a server itself has it, whether or not it has the plugin. */
  @FunctionalInterface
  public interface MemberList {

    /** Knows nobody. */
    MemberList NONE = server -> Optional.empty();

    /** Asks a server; empty where it does not tell. */
    Optional<ServerMembers> of(ServerAddress server) throws RegistryException;
  }

  /** Waits a moment between two looks at the same member. */
  @FunctionalInterface
  public interface Moment {

    /** Waits. */
    void pass() throws InterruptedException;
  }

  /**
   * Asks all of them, twice.
   *
   * @param named the servers an operator named
   * @param moment what passes in between
   * @return by address, sorted
   * @throws RegistryException if asking was interrupted
   */
  public List<MemberReport> of(List<ServerAddress> named, Moment moment)
      throws RegistryException, InterruptedException {
    Map<String, MemberReport> first = round(named);
    if (first.values().stream().filter(MemberReport::answered).count() < 2) {
      return List.copyOf(first.values());
    }
    moment.pass();
    List<MemberReport> reports = new ArrayList<>();
    for (MemberReport report : round(named).values()) {
      MemberReport before = first.get(report.member());
      reports.add(
          before == null || before.group().isEmpty() ? report : after(report, before.applied()));
    }
    return List.copyOf(reports);
  }

  private static MemberReport after(MemberReport report, long applied) {
    return new MemberReport(
        report.member(),
        report.answer(),
        report.detail(),
        report.status(),
        report.group(),
        applied,
        report.clockAheadMillis(),
        report.roundTripMillis(),
        report.configuration());
  }

  private Map<String, MemberReport> round(List<ServerAddress> named) throws RegistryException {
    Map<String, MemberReport> reports = new TreeMap<>();
    Set<String> known = new TreeSet<>();
    Deque<ServerAddress> open = new ArrayDeque<>(named);
    named.forEach(each -> known.add(each.hostAndPort()));
    while (!open.isEmpty() && reports.size() < MAX_MEMBERS) {
      ServerAddress next = open.remove();
      MemberReport report = ask(next);
      known.add(report.member());
      reports.putIfAbsent(report.member(), report);
      report.group().map(PluginGroup::members).orElse(List.of()).stream()
          .map(PluginGroup.ListedMember::member)
          .filter(known::add)
          .forEach(member -> follow(next, member, open, reports));
      if (report.answer() == Answer.NO_PLUGIN && named.contains(next)) {
        Optional<ServerMembers> told = list.of(next);
        // It may be known here by another name than its own.
        told.map(ServerMembers::self).ifPresent(known::add);
        told.map(ServerMembers::members).orElse(List.of()).stream()
            .filter(known::add)
            .forEach(member -> follow(next, member, open, reports));
        told.map(ServerMembers::unusable)
            .orElse(List.of())
            .forEach(member -> follow(next, member, open, reports));
      }
    }
    return reports;
  }

  /** A member at whose address nobody can be asked keeps no other from being asked. */
  private static void follow(
      ServerAddress from,
      String member,
      Deque<ServerAddress> open,
      Map<String, MemberReport> reports) {
    Optional<ServerAddress> address = from.findSibling(member);
    if (address.isPresent()) {
      open.add(address.get());
      return;
    }
    String unusable = new UnusableMember(member).shown();
    reports.putIfAbsent(
        unusable, MemberReport.silent(unusable, Answer.UNREACHABLE, UnusableMember.REASON));
  }

  private MemberReport ask(ServerAddress server) throws RegistryException {
    progress.accept("asking " + server);
    try {
      PluginStatus status = plugin.status(server);
      long before = clock.getAsLong();
      Optional<PluginGroup> group = group(server);
      long after = clock.getAsLong();
      String member = status.member().isEmpty() ? server.hostAndPort() : status.member();
      long ahead = group.map(it -> it.now() - before - (after - before) / 2).orElse(0L);
      return new MemberReport(
          member,
          Answer.ANSWERED,
          "",
          Optional.of(status),
          group,
          -1,
          ahead,
          after - before,
          status.ready() ? configurations.failures(server) : List.of());
    } catch (RegistryException e) {
      Answer answer =
          switch (e.kind()) {
            case PLUGIN_MISSING -> Answer.NO_PLUGIN;
            case UNREACHABLE, UNAVAILABLE -> Answer.UNREACHABLE;
            case INTERRUPTED -> throw e;
            default -> Answer.REFUSED;
          };
      return MemberReport.silent(server.hostAndPort(), answer, e.what());
    }
  }

  /** A plugin of an older version does not tell. */
  private Optional<PluginGroup> group(ServerAddress server) throws RegistryException {
    try {
      return Optional.of(plugin.group(server));
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED || e.kind() == Kind.UNREACHABLE) {
        throw e;
      }
      return Optional.empty();
    }
  }
}
