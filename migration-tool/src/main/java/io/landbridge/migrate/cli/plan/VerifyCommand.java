package io.landbridge.migrate.cli.plan;

import io.landbridge.dubbo.Loss;
import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.inventory.LossInventory;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.report.Invocation;
import io.landbridge.migrate.report.NextSteps;
import io.landbridge.migrate.report.NextSteps.PlanStage;
import io.landbridge.migrate.report.Report;
import io.landbridge.migrate.report.result.VerifyResult;
import io.landbridge.migrate.verify.ApplicationLevel;
import io.landbridge.migrate.verify.ApplicationLevelReader;
import io.landbridge.migrate.verify.Comparison;
import io.landbridge.migrate.verify.InterfaceLevel;
import io.landbridge.migrate.verify.InterfaceLevelReader;
import io.landbridge.migrate.verify.ModelComparison;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares both models. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description =
        "Compare the addresses that interface-level and application-level consumers receive."
            + " Compares in both directions. Reads the cluster only, with the permissions of a"
            + " client. Works without the plugin; with the plugin, administrators get more"
            + " details.")
final class VerifyCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin ServerOptions.Namespaces namespaces = new ServerOptions.Namespaces();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(
      names = "--wave",
      paramLabel = "N",
      description = "With --plan: compare only the applications of this wave.")
  int wave;

  @Option(
      names = "--watch",
      paramLabel = "SECONDS",
      description =
          "Repeat the comparison every SECONDS until interrupted. With -o json each comparison is"
              + " one line, with -o yaml one document.")
  int watchSeconds;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "With --watch: stop after N comparisons.")
  int count = Integer.MAX_VALUE;

  @Option(
      names = "--for",
      paramLabel = "SECONDS",
      description = "With --watch: start no further comparison after SECONDS.")
  int forSeconds = Integer.MAX_VALUE;

  @ArgGroup(exclusive = false, multiplicity = "1")
  TargetOptions target = new TargetOptions();

  private static final int MAX_WATCH = 24 * 60 * 60;

  private final Set<String> warned = new HashSet<>();
  private final Terminal terminal;

  VerifyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    target.requireOne();
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    Plan plan = target.plan == null ? null : ofWave(PlanFile.read(target.plan));
    if (watchSeconds < 0 || watchSeconds > MAX_WATCH) {
      throw CommandException.usage(
          "invalid time " + watchSeconds, "--watch", "give 1 to %d seconds".formatted(MAX_WATCH));
    }
    if (count < 1 || forSeconds < 1) {
      throw CommandException.usage(
          "the comparison would end before it starts", "--count, --for", "use 1 or more");
    }
    Set<NamespaceId> wanted = plan == null ? namespaces.wanted(server, terminal) : namespaces(plan);
    Invocation typed = server.invocation();
    PlanStage stage = stage();
    Registry registry = cluster.registry();
    Report report = output.report(terminal);
    if (watchSeconds == 0) {
      VerifyResult result = compare(cluster, registry, wanted, plan);
      terminal.out().print(report.verify(result, NextSteps.afterVerify(result, stage, typed)));
      return exitCode(result);
    }
    return new Repetition(Duration.ofSeconds(watchSeconds), count, Duration.ofSeconds(forSeconds))
        .run(
            () -> {
              VerifyResult result = compare(cluster, registry, wanted, plan);
              terminal
                  .out()
                  .print(report.verifyAgain(result, NextSteps.afterVerify(result, stage(), typed)));
              return exitCode(result);
            },
            terminal);
  }

  /** Another run may go on with the plan meanwhile. */
  private PlanStage stage() throws CommandException {
    return target.plan == null
        ? PlanStage.WAVES_LEFT
        : new PlannedRun(
                PlanFile.read(target.plan), target.plan, PlanOptions.journalOf(target.plan))
            .stage();
  }

  private static int exitCode(VerifyResult result) {
    if (!result.unknown().isEmpty()) {
      return ExitCode.PARTIAL;
    }
    return result.equal() ? ExitCode.OK : ExitCode.DRIFT;
  }

  private static Set<NamespaceId> namespaces(Plan plan) {
    return plan.steps().stream()
        .map(step -> NamespaceId.of(step.namespace()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private VerifyResult compare(
      Cluster cluster, Registry registry, Set<NamespaceId> wanted, @Nullable Plan plan)
      throws RegistryException, CommandException {
    Landscape landscape = cluster.reading().landscape(registry, wanted);
    Inventory inventory = InventoryBuilder.of(landscape);
    Set<LossInventory> unowned = Set.copyOf(inventory.unowned());
    cluster
        .reading()
        .warnOfUnread(
            inventory.untranslatable().stream()
                .filter(
                    each ->
                        each.kind().equals(Loss.Kind.UNREADABLE.name())
                            || (target.all && unowned.contains(each)))
                .toList(),
            "not compared");
    List<String> unknown =
        plan == null ? target.selection().unknown(inventory) : gone(plan, inventory);
    warnOfUnknown(unknown, inventory);
    List<ApplicationInventory> applications =
        plan == null ? target.selection().without(unknown).in(inventory) : planned(plan, inventory);
    ApplicationLevel applicationLevel =
        new ApplicationLevelReader(registry).read(landscape, applications);
    InterfaceLevel interfaceLevel =
        new InterfaceLevelReader(registry, new PluginDocuments(cluster.plugin()))
            .read(landscape, applications, applicationLevel);
    ModelComparison comparison = new ModelComparison(landscape, applicationLevel, interfaceLevel);
    Map<ApplicationKey, Comparison> compared = new LinkedHashMap<>();
    applications.forEach(each -> compared.put(each.key(), comparison.compare(each)));
    List<ApplicationInventory> differing =
        applications.stream()
            .filter(each -> each.derivedInstances() == 0)
            .filter(each -> !Objects.requireNonNull(compared.get(each.key())).equal())
            .toList();
    if (!differing.isEmpty()) {
      // Nothing is asked of the plugin as long as nothing has to be explained.
      Inventory told = cluster.reading().withLosses(inventory);
      differing.forEach(
          each -> compared.put(each.key(), comparison.compare(each, told.misfit(each))));
    }
    return VerifyResult.of(Instant.now(), List.copyOf(compared.values()), unknown, !target.all);
  }

  /** Those of a plan that are not registered now, where others of it are. */
  private static List<String> gone(Plan plan, Inventory inventory) throws CommandException {
    Set<ApplicationKey> there =
        inventory.applications().stream()
            .map(ApplicationInventory::key)
            .collect(Collectors.toSet());
    List<Plan.Step> gone =
        plan.steps().stream().filter(each -> !there.contains(each.key())).toList();
    if (!gone.isEmpty() && gone.size() == plan.steps().size()) {
      throw CommandException.precondition(
          "unknown application '%s'".formatted(gone.get(0).application()),
          inventory.server(),
          "no application of the plan is registered; check --server, or make a new plan");
    }
    return gone.stream().map(Plan.Step::application).distinct().toList();
  }

  /** Once, however often it is compared. */
  private void warnOfUnknown(List<String> unknown, Inventory inventory) {
    unknown.stream()
        .filter(warned::add)
        .forEach(
            each ->
                terminal.warn(
                    "unknown application '%s'".formatted(LogText.of(each)),
                    inventory.server(),
                    "not compared; the other applications are, and 'landbridge scan' lists all"));
  }

  /** The plan with one of its waves alone; nobody asks for its hash any more. */
  private Plan ofWave(Plan plan) throws CommandException {
    if (wave == 0) {
      return plan;
    }
    List<Plan.Wave> one = plan.waves().stream().filter(each -> each.number() == wave).toList();
    if (one.isEmpty()) {
      throw CommandException.usage(
          "the plan has no wave %d".formatted(wave),
          String.valueOf(target.plan),
          "use a wave from 1 to %d".formatted(plan.waves().size()));
    }
    return plan.withWaves(one);
  }

  private static List<ApplicationInventory> planned(Plan plan, Inventory inventory) {
    return inventory.applications().stream()
        .filter(
            each ->
                plan.steps().stream()
                    .anyMatch(
                        step ->
                            step.namespace().equals(each.namespace())
                                && step.application().equals(each.application())))
        .toList();
  }
}
