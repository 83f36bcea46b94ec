package io.landbridge.migrate.cli.connect;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.UnusableMember;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginGroup;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Refuses to go on unless the plugin of a cluster's members can do what is asked of it. */
public final class PluginRequirements {

  /** They do not load plugins like ours. */
  private static final Pattern TOO_OLD = Pattern.compile("1\\..*|2\\.[01]\\..*");

  private static final Set<String> ACTIVE = Set.of("ACTIVE");
  private static final Set<String> RUNNING = Set.of("ACTIVE", "SUSPENDED");

  private final Cluster cluster;
  private final Terminal terminal;
  private final Consumer<String> progress;
  private final PluginClient plugin;

  PluginRequirements(Cluster cluster, Terminal terminal, Consumer<String> progress) {
    this.cluster = cluster;
    this.terminal = terminal;
    this.progress = progress;
    this.plugin = cluster.plugin();
  }

  /**
   * Refuses to go on unless the plugin of every member shows what is switched on, also of those
   * that are not given: clients ask any of them.
   */
  public void activeCluster() throws RegistryException, CommandException {
    Set<String> asked = requirePlugin(ACTIVE);
    ServerAddress first = cluster.servers().get(0);
    for (PluginGroup.ListedMember each : plugin.group(first).members()) {
      if (each.up() && !asked.contains(each.member())) {
        Optional<ServerAddress> address = first.findSibling(each.member());
        if (address.isEmpty()) {
          String unusable = new UnusableMember(each.member()).shown();
          throw CommandException.precondition(
              "a member of the cluster cannot be asked: " + unusable,
              first.toString(),
              UnusableMember.REASON);
        }
        requirePluginOf(address.get(), each.announced());
      }
    }
  }

  /** Refuses to go on unless the plugin of every server given shows what is switched on. */
  public void activePlugin() throws RegistryException, CommandException {
    requirePlugin(ACTIVE);
  }

  /** Refuses to go on unless the plugin of every server given can take commands. */
  public void runningPlugin() throws RegistryException, CommandException {
    requirePlugin(RUNNING);
  }

  /**
   * Refuses to go on unless the plugin of one server given, and of all of them that answer, can
   * take commands; that it can tells that the group has a leader. Whoever does not answer is named:
   * what must be done at once, or is only looked at, does not wait for a server that is away.
   *
   * @param consequence what it means that a server does not answer
   * @return those that do not answer, as a member list calls them
   */
  public Set<String> runningPluginWhereAnswered(String consequence)
      throws RegistryException, CommandException {
    Set<String> silent = new HashSet<>();
    @Nullable RegistryException failure = null;
    for (ServerAddress server : cluster.servers()) {
      try {
        requirePluginOf(server, RUNNING);
      } catch (RegistryException e) {
        if (!Cluster.isAway(e)) {
          throw e;
        }
        failure = e;
        silent.add(server.hostAndPort());
        terminal.warn(
            "a server does not answer (%s)".formatted(e.what()), server.toString(), consequence);
      }
    }
    if (failure != null && silent.size() == cluster.servers().size()) {
      throw failure;
    }
    return silent;
  }

  /** The servers given, as the member list calls them. */
  private Set<String> requirePlugin(Set<String> states) throws RegistryException, CommandException {
    Set<String> asked = new HashSet<>();
    for (ServerAddress server : cluster.servers()) {
      asked.add(server.hostAndPort());
      try {
        asked.add(requirePluginOf(server, states).member());
      } catch (RegistryException e) {
        if (Cluster.isAway(e)) {
          throw new CommandException(
              ExitCode.FAILED,
              e.what(),
              e.where(),
              e.advice()
                  + "; every server given must answer before anything is changed: start this"
                  + " server, or remove it from --server if it has left the cluster for good");
        }
        throw e;
      }
    }
    return asked;
  }

  private PluginStatus requirePluginOf(ServerAddress server, Set<String> states)
      throws RegistryException, CommandException {
    try {
      PluginStatus status = requireRunning(plugin.status(server), states);
      if (status.state().equals("ACTIVE") && !status.reason().isEmpty()) {
        progress.accept("warning: " + status.reason());
      }
      return status;
    } catch (RegistryException e) {
      if (e.kind() == Kind.PLUGIN_MISSING && TOO_OLD.matcher(cluster.version()).matches()) {
        throw CommandException.precondition(
            "Nacos %s does not support the Landbridge plugin".formatted(cluster.version()),
            server.toString(),
            "the plugin requires Nacos 2.2 or newer; upgrade, or bridge this cluster to a newer one"
                + " (start with 'landbridge bridge check')");
      }
      throw e;
    }
  }

  /**
   * The same for a member that is not given.
   *
   * @param told whether it has told the others that it has the plugin
   */
  private void requirePluginOf(ServerAddress member, boolean told)
      throws RegistryException, CommandException {
    try {
      requireRunning(plugin.status(member), ACTIVE);
    } catch (RegistryException e) {
      if (e.kind() == Kind.UNREACHABLE && told) {
        progress.accept("member skipped, reachable only from other members: " + member);
      } else if (e.kind() == Kind.UNREACHABLE || e.kind() == Kind.PLUGIN_MISSING) {
        throw CommandException.precondition(
            "a member of this cluster has no Landbridge plugin (%s)".formatted(e.what()),
            member.toString(),
            "clients of this member would see different instances; copy the plugin's jar into the"
                + " plugins directory of this member and restart it");
      } else {
        throw e;
      }
    }
  }

  private static PluginStatus requireRunning(PluginStatus status, Set<String> states)
      throws CommandException {
    String server = status.asked().toString();
    if (!states.contains(status.state())) {
      throw CommandException.precondition(
          "the plugin is " + status.state(),
          server,
          status.state().equals("SUSPENDED")
              ? status.reason()
              : (status.reason().isBlank() ? "" : status.reason() + "; ")
                  + "check the log of this server");
    }
    if (!status.ready()) {
      throw CommandException.precondition(
          "the plugin's group is not ready",
          server,
          "a majority of the cluster must run the plugin; wait a moment, or check the log of this"
              + " server");
    }
    return status;
  }
}
