package io.landbridge.migrate.report.result;

import io.landbridge.migrate.lock.RunView;
import io.landbridge.model.Audience;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What status prints.
 *
 * @param servers one per server asked
 * @param applications the applications the plugin knows; empty when no plugin could tell
 * @param run the run that changes the cluster; null when there is none
 */
public record StatusResult(
    List<Server> servers, List<Application> applications, @Nullable RunView run) {

  /** Copies the lists. */
  public StatusResult {
    servers = List.copyOf(servers);
    applications = List.copyOf(applications);
  }

  /**
   * One server.
   *
   * @param server its address as asked
   * @param state {@code STARTING}, {@code ACTIVE}, {@code SUSPENDED}, {@code DISABLED}, {@code
   *     MISSING} or {@code UNREACHABLE}
   * @param reason why, when it is not active
   * @param plugin the version of the plugin
   * @param version the server and its version
   * @param member its own address in the member list
   * @param leader whether it leads the group
   * @param ready whether its group takes commands
   * @param catalog what is in the catalog; null while the plugin is off
   * @param untranslatable how many registrations cannot be translated
   */
  public record Server(
      String server,
      String state,
      String reason,
      String plugin,
      String version,
      String member,
      boolean leader,
      boolean ready,
      PluginStatus.@Nullable CatalogStatus catalog,
      int untranslatable) {

    /** From the answer of a plugin. */
    public static Server of(PluginStatus status) {
      return new Server(
          status.asked().toString(),
          status.state(),
          status.reason(),
          status.pluginVersion(),
          status.server(),
          status.member(),
          status.leader(),
          status.ready(),
          status.catalog(),
          status.untranslatableTotal());
    }

    /** A server that could not tell. */
    public static Server silent(String server, String state, String reason) {
      return new Server(server, state, reason, "", "", "", false, false, null, 0);
    }
  }

  /**
   * One application.
   *
   * @param namespace its namespace
   * @param application its name
   * @param state where its translation stands; {@code COMPLETED} once complete has ended its
   *     migration
   * @param instances how many instances the catalog has
   * @param imported how many of them are registered in a legacy cluster alone
   * @param interfaces the services it offers
   * @param revisions the revisions of its metadata
   * @param problems what keeps the state from being reached
   * @param showTo which consumer processes are shown its derived instances: {@code all}, {@code
   *     none}, or a list of a share, IP addresses and applications
   */
  public record Application(
      String namespace,
      String application,
      String state,
      int instances,
      int imported,
      List<String> interfaces,
      List<String> revisions,
      List<String> problems,
      String showTo) {

    /** An application that everybody is shown. */
    public Application(
        String namespace,
        String application,
        String state,
        int instances,
        int imported,
        List<String> interfaces,
        List<String> revisions,
        List<String> problems) {
      this(
          namespace,
          application,
          state,
          instances,
          imported,
          interfaces,
          revisions,
          problems,
          Audience.WHOLE.text());
    }

    /** Copies the lists. */
    public Application {
      interfaces = List.copyOf(interfaces);
      revisions = List.copyOf(revisions);
      problems = List.copyOf(problems);
    }

    /** Whether it is translated, and its migration has not ended. */
    public boolean isTranslated() {
      return state.equals("TRANSLATED");
    }

    /** Its state, and whom it is shown to where that is not everybody. */
    public String stateAndAudience() {
      return showTo.equals(Audience.WHOLE.text()) ? state : "%s (%s)".formatted(state, showTo);
    }

    /** The same application, whose migration has ended. */
    public Application completed() {
      return new Application(
          namespace,
          application,
          "COMPLETED",
          instances,
          imported,
          interfaces,
          revisions,
          problems);
    }

    /** One that the catalog does not know, because nothing of it fits into it. */
    public static Application unknown(String namespace, String application) {
      return new Application(
          namespace, application, "OBSERVED", 0, 0, List.of(), List.of(), List.of());
    }

    /** The same with more problems. */
    public Application with(List<String> more) {
      return new Application(
          namespace,
          application,
          state,
          instances,
          imported,
          interfaces,
          revisions,
          Stream.concat(problems.stream(), more.stream()).distinct().toList(),
          showTo);
    }

    /** From the answer of a plugin. */
    public static Application of(PluginApplication application) {
      return new Application(
          application.key().namespace().value(),
          application.key().name().value(),
          application.state().name(),
          application.instances(),
          application.imported(),
          application.interfaces(),
          application.revisions(),
          application.problems(),
          application.audience().text());
    }
  }
}
