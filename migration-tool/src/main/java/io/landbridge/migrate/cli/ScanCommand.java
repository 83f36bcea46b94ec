package io.landbridge.migrate.cli;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.connect.ClusterReading;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.consumer.ClusterConsumers;
import io.landbridge.migrate.consumer.ConsumerCollector;
import io.landbridge.migrate.consumer.ConsumerInventory;
import io.landbridge.migrate.hazard.HazardFinder;
import io.landbridge.migrate.inventory.ConfigurationReader;
import io.landbridge.migrate.inventory.Configurations;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.LandscapeSink;
import io.landbridge.migrate.report.NextSteps;
import io.landbridge.migrate.report.result.ScanResult;
import io.landbridge.model.Counted;
import io.landbridge.registry.Registry;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what is registered. */
@Command(
    name = "scan",
    mixinStandardHelpOptions = true,
    description =
        "Show the applications of a cluster and how they register. Read-only; works without the"
            + " plugin.")
final class ScanCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin ServerOptions.Namespaces namespaces = new ServerOptions.Namespaces();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(names = "--interfaces", description = "List every interface in the table.")
  boolean interfaces;

  @Option(names = "--consumers", description = "List every consumer in the table.")
  boolean consumers;

  @Option(
      names = "--without-consumers",
      description =
          "Skip subscribers on servers without the plugin. Reading them takes one request per"
              + " member and service.")
  boolean withoutConsumers;

  private final Terminal terminal;

  ScanCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    HazardFinder hazards = new HazardFinder();
    ReadStatistics effort = new ReadStatistics();
    ConsumerCollector clients = new ConsumerCollector();
    Registry registry = cluster.registry();
    Inventory registered =
        cluster
            .reading()
            .inventory(
                registry,
                namespaces.wanted(server, terminal),
                LandscapeSink.both(LandscapeSink.both(hazards, effort), clients));
    String took = effort.text(cluster.requests());
    long before = cluster.requests();
    long began = System.nanoTime();
    Optional<ClusterConsumers> told = cluster.reading().subscribers();
    ConsumerInventory found =
        told.isPresent()
            ? clients.of(told.get(), registered.namespaces())
            : withoutConsumers
                ? ConsumerInventory.notAsked()
                : clients.ask(registry, cluster.servers(), output.progress(terminal));
    String asked =
        Counted.format(
            "read the subscribers of %d services from %d members in %.1f s with %d requests",
            found.services(),
            found.members(),
            (System.nanoTime() - began) / 1e9,
            cluster.requests() - before);
    Inventory inventory =
        cluster
            .reading()
            .withLosses(
                told.map(each -> ClusterReading.withSubscribers(registered, each))
                    .orElse(registered));
    Configurations configurations = ConfigurationReader.read(registry, registered.namespaces());
    ScanResult result =
        new ScanResult(
            inventory, hazards.findings(inventory, configurations), found, configurations.unread());
    output
        .report(terminal)
        .scan(
            result,
            NextSteps.afterScan(result, server.invocation()),
            interfaces,
            consumers,
            terminal.out());
    terminal.note(took);
    if (found.source() == ConsumerInventory.Source.SERVERS) {
      terminal.note(asked);
    }
    cluster.processors().flatMap(ReadStatistics::text).ifPresent(terminal::note);
    return ExitCode.OK;
  }
}
