package io.landbridge.migrate.cli;

import io.landbridge.migrate.consumer.ClusterConsumers;
import io.landbridge.migrate.consumer.ConsumerReader;
import io.landbridge.migrate.member.AskedMember;
import io.landbridge.migrate.report.ConsumersResult;
import io.landbridge.model.NamespaceId;
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
            .of(cluster.servers(), queries());
    terminal.out().print(output.report(terminal).consumers(ConsumersResult.of(found)));
    return found.members().stream().allMatch(AskedMember::answered)
        ? ExitCode.OK
        : ExitCode.PARTIAL;
  }

  /** One for each namespace that is wanted, or one for all of them. */
  private List<PluginConsumerQuery> queries() throws CommandException {
    SortedSet<NamespaceId> wanted = namespaces.wanted(server, terminal);
    Stream<String> each =
        wanted.isEmpty() ? Stream.of("") : wanted.stream().map(NamespaceId::value);
    return each.map(
            namespace ->
                new PluginConsumerQuery(
                    namespace, text(service), text(serviceInterface), text(application)))
        .toList();
  }

  private static String text(@Nullable String option) {
    return Objects.requireNonNullElse(option, "").strip();
  }
}
