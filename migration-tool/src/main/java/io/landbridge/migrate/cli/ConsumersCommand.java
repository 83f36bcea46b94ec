package io.landbridge.migrate.cli;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.consumer.ClusterConsumers;
import io.landbridge.migrate.consumer.ConsumerReader;
import io.landbridge.migrate.report.MaintenanceNextSteps;
import io.landbridge.migrate.report.result.ConsumersResult;
import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.plugin.PluginConsumerQuery;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows who still uses what. */
@Command(
    name = "consumers",
    mixinStandardHelpOptions = true,
    description =
        "Show which clients use which service, with client library and protocol. Queries every"
            + " member; one reachable server is enough to find the others. Read-only.")
final class ConsumersCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin ServerOptions.Namespaces namespaces = new ServerOptions.Namespaces();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(names = "--service", paramLabel = "NAME", description = "Show only this Nacos service.")
  @Nullable String service;

  @Option(
      names = "--interface",
      paramLabel = "INTERFACE",
      description = "Show only services of this Java interface, in every version and group.")
  @Nullable String serviceInterface;

  @Option(
      names = "--application",
      paramLabel = "APP",
      description = "Show only the application's own service and the services of its interfaces.")
  @Nullable String application;

  private final Terminal terminal;

  ConsumersCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    ClusterConsumers found =
        new ConsumerReader(cluster.plugin(), output.progress(terminal))
            .of(
                cluster.servers(),
                queries(text(service), text(serviceInterface), text(application)));
    boolean whole = found.silent().isEmpty();
    if (found.consumers().isEmpty() && whole) {
      requireKnown(cluster);
    }
    ConsumersResult result = ConsumersResult.of(found);
    terminal
        .out()
        .print(
            output
                .report(terminal)
                .consumers(
                    result, MaintenanceNextSteps.afterConsumers(result, server.invocation())));
    return whole ? ExitCode.OK : ExitCode.PARTIAL;
  }

  /** That nobody uses an application says something only if there is one of that name. */
  private void requireKnown(Cluster cluster) throws RegistryException, CommandException {
    String name = text(application);
    if (name.isEmpty()) {
      return;
    }
    SortedSet<NamespaceId> wanted = namespaces.wanted(server, terminal);
    boolean provides =
        cluster.plugin().applications().stream()
            .filter(each -> wanted.isEmpty() || wanted.contains(each.key().namespace()))
            .anyMatch(each -> each.key().name().value().equals(name));
    if (provides) {
      return;
    }
    boolean consumes =
        new ConsumerReader(cluster.plugin(), output.progress(terminal))
            .of(cluster.servers(), queries("", "", "")).consumers().stream()
                .map(ClusterConsumers.Seen::consumer)
                .anyMatch(each -> each.application().equals(name) || each.app().equals(name));
    if (!consumes) {
      throw CommandException.precondition(
          "unknown application '%s'".formatted(LogText.of(name)),
          cluster.servers().get(0).toString(),
          "it neither provides nor consumes anything; check --application and --namespace, and"
              + " 'landbridge scan' lists all applications");
    }
    terminal.note(
        "application '%s' is a consumer only: it provides nothing that others could subscribe to"
            .formatted(LogText.of(name)));
  }

  /** One for each namespace that is wanted, or one for all of them. */
  private List<PluginConsumerQuery> queries(
      String ofService, String ofInterface, String ofApplication) throws CommandException {
    SortedSet<NamespaceId> wanted = namespaces.wanted(server, terminal);
    Stream<String> each =
        wanted.isEmpty() ? Stream.of("") : wanted.stream().map(NamespaceId::value);
    return each.map(
            namespace -> new PluginConsumerQuery(namespace, ofService, ofInterface, ofApplication))
        .toList();
  }

  private static String text(@Nullable String option) {
    return Objects.requireNonNullElse(option, "").strip();
  }
}
