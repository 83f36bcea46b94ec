package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.cli.verify.RecordOptions;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.report.NextStep;
import io.landbridge.migrate.report.NextSteps;
import io.landbridge.migrate.report.result.OperationResult;
import io.landbridge.model.Audience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Switches translation on. */
@Command(
    name = "apply",
    mixinStandardHelpOptions = true,
    description =
        "Translate interface-level providers to application level, wave by wave. With a plan,"
            + " consumers are moved too; without one, translation is only switched on. Dry run"
            + " unless --yes is given. Safe to interrupt and run again. Requires the plugin on"
            + " every server.")
final class ApplyCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin ServerOptions.Namespaces namespaces = new ServerOptions.Namespaces();
  @Mixin ChangeOptions change = new ChangeOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(
      names = "--force",
      description =
          "Translate applications whose service also has non-Dubbo instances, for example of Spring"
              + " Cloud. Clients of that service then receive Dubbo addresses too.")
  boolean force;

  @Option(
      names = "--move-consumers",
      description =
          "Let Dubbo 3 consumers without a MigrationRule move at once, with all their calls."
              + " Applies to runs without a plan, plans without rules, and consumers that cannot"
              + " have a rule.")
  boolean moveConsumers;

  @Option(
      names = "--show-to",
      paramLabel = "LIST",
      description =
          "Show the applications to some consumer processes alone: a share such as 5%%, IP"
              + " addresses and applications, comma-separated. With a plan, stop there; 'apply'"
              + " without this option goes on. Never takes them from those that are shown them.")
  String showTo = "all";

  @Mixin PlanOptions planned = new PlanOptions();
  @Mixin CampaignOptions campaign = new CampaignOptions();
  @Mixin GuardOptions guards = new GuardOptions();
  @Mixin RecordOptions recordOptions = new RecordOptions();

  @ArgGroup(exclusive = false, multiplicity = "1")
  TargetOptions target = new TargetOptions();

  private final Terminal terminal;

  ApplyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    target.requireOneOrPartOfPlan();
    Audience audience = audience();
    Duration timeout = change.timeout();
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    Path file = target.plan;
    return file == null
        ? new ApplyWithoutPlan(this, cluster, timeout, audience, terminal).run()
        : new ApplyOfPlan(this, file, cluster, timeout, audience, terminal).run();
  }

  private Audience audience() throws CommandException {
    Audience audience =
        CommandException.orUsage(
            "--show-to",
            "give all, or a list such as 5%,10.0.0.7,shop-web",
            () -> Audience.parse(showTo, ""));
    if (audience.isNobody()) {
      throw CommandException.usage(
          "invalid list none", "--show-to", "hide applications with 'landbridge show none'");
    }
    return audience;
  }

  /** An operation whose effect is shown to those that are meant. */
  static Operation to(Audience audience, Operation operation) {
    return audience.isWhole() ? operation : operation.showingTo(audience);
  }

  NextStep next(OperationResult result, boolean stopped) {
    return NextSteps.afterApply(result, stopped, server.invocation());
  }

  String report(OperationResult result, boolean stopped) {
    return output.report(terminal).applied(result, next(result, stopped));
  }
}
