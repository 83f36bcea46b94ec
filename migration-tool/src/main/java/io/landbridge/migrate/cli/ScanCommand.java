package io.landbridge.migrate.cli;

import io.landbridge.migrate.hazard.HazardFinder;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.LandscapeSink;
import io.landbridge.migrate.report.ScanResult;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what is registered. */
@Command(
    name = "scan",
    mixinStandardHelpOptions = true,
    description =
        "Show the applications of a cluster and how they register. Reads only; needs no plugin.")
final class ScanCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin ServerOptions.Namespaces namespaces = new ServerOptions.Namespaces();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(names = "--interfaces", description = "List every interface in the table too.")
  boolean interfaces;

  private final Terminal terminal;

  ScanCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    HazardFinder hazards = new HazardFinder();
    Effort effort = new Effort();
    Inventory inventory =
        withSubscribers(
            cluster.inventory(
                cluster.registry(), namespaces.wanted(), LandscapeSink.both(hazards, effort)),
            cluster);
    ScanResult result = new ScanResult(inventory, hazards.findings(inventory));
    output.report(terminal).scan(result, interfaces, terminal.out());
    terminal.note(effort.text(cluster.requests()));
    cluster.processors().flatMap(Effort::text).ifPresent(terminal::note);
    return ExitCode.OK;
  }

  /** Who may read services need not be an administrator, whom alone the plugin answers. */
  private Inventory withSubscribers(Inventory inventory, Cluster cluster) throws RegistryException {
    try {
      return cluster.withSubscribers(inventory);
    } catch (RegistryException e) {
      if (e.kind() != Kind.UNAUTHORISED) {
        throw e;
      }
      terminal.warn(
          "who has subscribed to what is not shown; " + e.what(),
          e.where(),
          "the plugin tells administrators only");
      return inventory;
    }
  }
}
