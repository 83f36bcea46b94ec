package io.landbridge.migrate.cli.plan;

import io.landbridge.dubbo.Loss;
import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.cli.terminal.ToolVersion;
import io.landbridge.migrate.cli.verify.ApplicationComparison;
import io.landbridge.migrate.cli.verify.ClusterAddresses;
import io.landbridge.migrate.cli.verify.RecordOptions;
import io.landbridge.migrate.cli.verify.RecordedVerify;
import io.landbridge.migrate.cli.verify.Recording;
import io.landbridge.migrate.cli.verify.Repetition;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.inventory.LossInventory;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.progress.Meter;
import io.landbridge.migrate.record.RecordId;
import io.landbridge.migrate.record.VerifyRecord;
import io.landbridge.migrate.record.VerifyRecord.Gone;
import io.landbridge.migrate.record.VerifyRecords;
import io.landbridge.migrate.report.Invocation;
import io.landbridge.migrate.report.NextStep;
import io.landbridge.migrate.report.NextSteps;
import io.landbridge.migrate.report.NextSteps.PlanStage;
import io.landbridge.migrate.report.Report;
import io.landbridge.migrate.report.result.VerifyResult;
import io.landbridge.migrate.verify.Comparison;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginApplication;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
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

  @Option(
      names = "--resume",
      paramLabel = "ID",
      description =
          "Go on with a recorded verify that was interrupted: compare the applications it has not"
              + " compared. With --plan if it compared a plan.")
  @Nullable String resume;

  @Mixin RecordOptions recordOptions = new RecordOptions();

  @ArgGroup(exclusive = false)
  TargetOptions target = new TargetOptions();

  private static final int MAX_WATCH = 24 * 60 * 60;

  /** How many parts an application list is compared in, and the least that a part has. */
  private static final int PARTS = 20;

  private static final int MIN_PART = 20;

  private final Set<String> warned = new HashSet<>();
  private final Terminal terminal;

  VerifyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The command with its verbs. */
  static CommandLine of(Terminal terminal) {
    return new CommandLine(new VerifyCommand(terminal))
        .addSubcommand(new VerifyListCommand(terminal))
        .addSubcommand(new VerifyShowCommand(terminal));
  }

  @Override
  public Integer call() throws Exception {
    target.requireOne();
    if (watchSeconds < 0 || watchSeconds > MAX_WATCH) {
      throw CommandException.usage(
          "invalid time " + watchSeconds, "--watch", "give 1 to %d seconds".formatted(MAX_WATCH));
    }
    if (count < 1 || forSeconds < 1) {
      throw CommandException.usage(
          "the comparison would end before it starts", "--count, --for", "use 1 or more");
    }
    Plan whole = target.plan == null ? null : PlanFile.read(target.plan);
    Optional<VerifyRecords> records = recordOptions.records(target.plan, terminal);
    Optional<VerifyRecord> before = resume == null ? Optional.empty() : Optional.of(resumed(whole));
    before.ifPresent(this::takeOver);
    if (target.plan == null && !target.all && target.applications.isEmpty()) {
      throw CommandException.usage(
          "no applications are selected", "verify", "give --application, --all or --plan");
    }
    Plan plan = whole == null ? null : ofWave(whole);
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    Set<NamespaceId> wanted =
        plan != null
            ? namespaces(plan)
            : before.isPresent()
                ? before.get().asked().namespaces().stream()
                    .map(NamespaceId::of)
                    .collect(Collectors.toCollection(TreeSet::new))
                : namespaces.wanted(server, terminal);
    Invocation typed = server.invocation();
    PlanStage stage = stage();
    Registry registry = cluster.registry();
    Report report = output.report(terminal);
    ClusterAddresses here = ClusterAddresses.of(cluster);
    if (before.isPresent() && !here.isOf(before.get())) {
      throw CommandException.precondition(
          "verify %s has read another cluster (%s)"
              .formatted(before.get().id(), before.get().server()),
          registry.server().address().toString(),
          "check --server, or run verify without --resume");
    }
    noteAudiences(cluster);
    VerifyRecord record =
        before.orElseGet(() -> begun(registry.server().address(), here, whole, wanted));
    Recording recording = new Recording(records.orElse(null), record, watchSeconds == 0, terminal);
    try {
      if (watchSeconds == 0) {
        VerifyResult result = compare(cluster, registry, wanted, plan, recording);
        terminal.out().print(report.verify(result, next(result, stage, typed)));
        return exitCode(result);
      }
      return new Repetition(Duration.ofSeconds(watchSeconds), count, Duration.ofSeconds(forSeconds))
          .run(
              () -> {
                VerifyResult result = compare(cluster, registry, wanted, plan, recording);
                terminal.out().print(report.verifyAgain(result, next(result, stage(), typed)));
                return exitCode(result);
              },
              terminal);
    } catch (RegistryException | CommandException e) {
      recording.noteIfIncomplete(
          NextSteps.toResume(
              record.id(), VerifyListCommand.located(target.plan, recordOptions), typed));
      throw e;
    }
  }

  private NextStep next(VerifyResult result, PlanStage stage, Invocation typed) {
    return NextSteps.afterVerify(result, stage, typed, recordOptions.text());
  }

  /** The recorded run that this one goes on with. */
  private VerifyRecord resumed(@Nullable Plan plan) throws CommandException {
    VerifyRecord found =
        RecordedVerify.read(
            recordOptions.required(target.plan, terminal), Objects.requireNonNull(resume));
    if (found.finished()) {
      throw CommandException.precondition(
          "verify %s has compared everything".formatted(found.id()),
          "--resume",
          "show it with 'landbridge verify show', or run verify without --resume");
    }
    String hash = plan == null ? "" : plan.hash();
    if (!found.asked().plan().equals(hash)) {
      throw CommandException.precondition(
          found.asked().plan().isEmpty()
              ? "verify %s compared no plan".formatted(found.id())
              : "verify %s compared another plan (%s)"
                  .formatted(found.id(), LogText.of(found.asked().planFile())),
          "--resume",
          "check --plan");
    }
    return found;
  }

  /** What was asked for then is asked for now. */
  private void takeOver(VerifyRecord before) {
    wave = before.asked().wave();
    target.all = before.asked().all();
    target.applications = before.asked().applications();
  }

  /** The comparison sees what those do that are shown everything, as administrators do. */
  private void noteAudiences(Cluster cluster) throws RegistryException {
    try {
      for (PluginApplication each : cluster.plugin().applications()) {
        if (!each.audience().isWhole()) {
          terminal.note(
              each.audience().isNobody()
                  ? "'%s' is hidden from all consumers, and from this comparison; see 'landbridge show'"
                      .formatted(each.key().name())
                  : "'%s' is shown to %s; this compares what these consumers find"
                      .formatted(each.key().name(), each.audience().text()));
        }
      }
    } catch (RegistryException e) {
      if (e.kind() == RegistryException.Kind.INTERRUPTED) {
        throw e;
      }
      // A comparison needs no plugin.
    }
  }

  private VerifyRecord begun(
      ServerAddress read, ClusterAddresses here, @Nullable Plan plan, Set<NamespaceId> wanted) {
    Instant now = Instant.now();
    Path file = target.plan;
    return new VerifyRecord(
        VerifyRecord.KIND,
        VerifyRecord.FORMAT,
        RecordId.of(now).value(),
        ToolVersion.text(),
        Recording.time(now),
        "",
        read.hostAndPort(),
        here.members(),
        new VerifyRecord.Asked(
            plan == null ? "" : plan.hash(),
            file == null ? "" : String.valueOf(file.getFileName()),
            wave,
            target.all,
            target.applications,
            plan == null ? wanted.stream().map(NamespaceId::value).toList() : List.of()),
        0,
        List.of(),
        List.of());
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
      Cluster cluster,
      Registry registry,
      Set<NamespaceId> wanted,
      @Nullable Plan plan,
      Recording recording)
      throws RegistryException, CommandException {
    Instant read = Instant.now();
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
    List<Gone> gone = plan == null ? unknown(read, inventory) : gone(read, plan, inventory);
    List<String> unknown = gone.stream().map(Gone::application).distinct().toList();
    warnOfUnknown(unknown, inventory);
    List<ApplicationInventory> applications =
        plan == null ? target.selection().without(unknown).in(inventory) : planned(plan, inventory);
    recording.begin(watchSeconds != 0, applications.size(), gone);
    Map<ApplicationKey, Comparison> compared = recording.compared();
    List<ApplicationInventory> left =
        applications.stream().filter(each -> !compared.containsKey(each.key())).toList();
    ApplicationComparison comparison = new ApplicationComparison(cluster, registry, landscape);
    int part = Math.max(MIN_PART, (left.size() + PARTS - 1) / PARTS);
    Meter progress = Meter.of(output.progress(terminal));
    progress.begin("comparing", left.size(), "applications");
    for (int from = 0; from < left.size(); from += part) {
      List<Comparison> more =
          comparison.compare(left.subList(from, Math.min(left.size(), from + part)), inventory);
      recording.add(read, more);
      progress.done((long) from + more.size());
      more.forEach(
          each -> compared.put(ApplicationKey.of(each.namespace(), each.application()), each));
    }
    progress.end();
    recording.finish();
    return VerifyResult.of(
        recording.id(), read, List.copyOf(compared.values()), unknown, !target.all);
  }

  private List<Gone> unknown(Instant read, Inventory inventory) {
    return target.selection().unknown(inventory).stream()
        .map(each -> new Gone(Recording.time(read), "", each))
        .toList();
  }

  /** Those of a plan that are not registered now, where others of it are. */
  private static List<Gone> gone(Instant read, Plan plan, Inventory inventory)
      throws CommandException {
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
    return gone.stream()
        .map(each -> new Gone(Recording.time(read), each.namespace(), each.application()))
        .toList();
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
