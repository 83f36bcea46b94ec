package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.ServerSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Benchmarks on real servers: {@code compat-tests/bench SUB-COMMAND}. */
@Command(
    name = "bench",
    description = "Measures the catalog on real Nacos servers, started for the purpose.",
    mixinStandardHelpOptions = true,
    subcommands = {
      BenchCommand.RaftWriteCommand.class,
      BenchCommand.RestartCommand.class,
      RegistrationsCommand.class,
      MassStartCommand.class,
      PushCommand.class,
      HeapCommand.class,
      V1FrontCommand.class,
      BridgeCommand.class,
      RpcCommand.class,
      ScanCommand.class,
      AttackCommand.class
    })
public final class BenchCommand {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final int FAILED = 1;

  /** A process may have 20,000 files open on many systems. */
  private static final int MAX_CONNECTIONS = 15_000;

  /**
   * With more of them the servers of one machine are busy for minutes: each tells every other of
   * each of its clients every five seconds.
   */
  private static final int BATCHES_ABOVE = 2_000;

  private final WatchedServers servers;
  private final Path work;

  private BenchCommand(WatchedServers servers, Path work) {
    this.servers = servers;
    this.work = work;
  }

  /**
   * Runs one benchmark and exits: 0 done, 1 failed, 2 wrong usage.
   *
   * @param args as typed
   */
  public static void main(String[] args) {
    Path work =
        Path.of(System.getProperty(NacosEnsemble.WORK, "target/bench"))
            .resolve("bench-" + ProcessHandle.current().pid())
            .toAbsolutePath();
    System.setProperty(NacosEnsemble.WORK, work.toString());
    // The harness ends the servers when this process ends, however it does.
    Thread interrupted = new Thread(() -> deletePatiently(work), "remove-work");
    Runtime.getRuntime().addShutdownHook(interrupted);
    int status =
        run(
            ServerSource.OWN,
            work,
            new PrintWriter(System.out, true),
            new PrintWriter(System.err, true),
            args);
    try {
      Runtime.getRuntime().removeShutdownHook(interrupted);
      if (status != FAILED) {
        delete(work);
      }
    } catch (IllegalStateException ending) {
      // Interrupted, and being cleaned up.
    } catch (IOException e) {
      System.err.println("bench: " + work + " cannot be removed: " + e);
    }
    System.exit(status);
  }

  /**
   * Runs one benchmark in this process: without an effect on anything else in it, if the servers
   * are not {@link ServerSource#exclusive}.
   *
   * @param servers where its servers come from
   * @param work for the logs of programs and what else it leaves; need not exist, and is not
   *     removed
   * @param out for the result
   * @param err for the progress, and for what is wrong
   * @param args as typed
   * @return 0 done, 1 failed, 2 wrong usage
   */
  public static int run(
      ServerSource servers, Path work, PrintWriter out, PrintWriter err, String... args) {
    CommandLine command = new CommandLine(new BenchCommand(new WatchedServers(servers), work));
    command.setOut(out);
    command.setErr(err);
    command.setExecutionExceptionHandler(
        (failure, line, parsed) -> {
          line.getErr().println("bench: " + failure.getMessage());
          return FAILED;
        });
    return command.execute(args);
  }

  /** What every benchmark can be told. */
  abstract static class Benchmark implements Callable<Integer> {

    @Spec private @Nullable CommandSpec spec;

    @ParentCommand private @Nullable BenchCommand bench;

    @Option(names = "--json", description = "print nothing on standard output but one JSON object")
    private boolean json;

    @Override
    public Integer call() {
      Supplier<ObjectNode> benchmark = prepare();
      try {
        print(benchmark.get());
        return 0;
      } catch (RuntimeException e) {
        if (isEnding()) {
          throw e;
        }
        line().getErr().println("The logs of the servers are in " + work());
        throw Objects.requireNonNull(bench).servers.explained(e);
      }
    }

    /** Where servers come from. */
    ServerSource servers() {
      return Objects.requireNonNull(bench).servers;
    }

    /** For what is left. */
    Path work() {
      return Objects.requireNonNull(bench).work;
    }

    /** Tells what is going on. */
    Progress progress(double plannedSeconds) {
      return new Progress(line().getErr(), plannedSeconds);
    }

    /** Whether this process was told to end, and its servers with it. */
    private static boolean isEnding() {
      Thread probe = new Thread("probe");
      try {
        Runtime.getRuntime().addShutdownHook(probe);
        return !Runtime.getRuntime().removeShutdownHook(probe);
      } catch (IllegalStateException ending) {
        return true;
      }
    }

    private CommandLine line() {
      return Objects.requireNonNull(spec).commandLine();
    }

    /** Checks the options and returns what to run. */
    abstract Supplier<ObjectNode> prepare();

    void require(boolean holds, String message, Object... values) {
      if (!holds) {
        throw new ParameterException(line(), message.formatted(values));
      }
    }

    void requireRange(String option, int value, int least, int most) {
      require(
          value >= least && value <= most,
          "%s is %d; it can be %d to %d",
          option,
          value,
          least,
          most);
    }

    private void print(ObjectNode result) {
      PrintWriter out = line().getOut();
      if (!json) {
        result
            .fields()
            .forEachRemaining(
                field -> out.printf("%-20s %s%n", field.getKey(), text(field.getValue())));
      }
      try {
        out.println(JSON.writeValueAsString(result));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(e);
      }
    }

    private static String text(JsonNode value) {
      return value.isValueNode() ? value.asText() : value.toString();
    }
  }

  /** What every benchmark of a cluster can be told. */
  abstract static class ClusterBenchmark extends Benchmark {

    @Option(
        names = "--members",
        paramLabel = "N",
        defaultValue = "3",
        description =
            "members of a cluster, 1 or 3 (default: 3); the numbers of one mean nothing, it only"
                + " shows quickly that the command works")
    private int members;

    int members() {
      return members;
    }

    @Override
    final Supplier<ObjectNode> prepare() {
      require(members == 1 || members == 3, "--members is %d; it can be 1 or 3", members);
      return prepareCluster();
    }

    /** Checks the other options and returns what to run. */
    abstract Supplier<ObjectNode> prepareCluster();
  }

  @Command(
      name = "raft-write",
      mixinStandardHelpOptions = true,
      description =
          "What durable registrations cost: stock ephemeral, the same with the plugin until it is"
              + " committed, stock persistent, and the capacity of the catalog.")
  static final class RaftWriteCommand extends ClusterBenchmark {

    @Option(
        names = "--providers",
        paramLabel = "N",
        defaultValue = "3000",
        description = "provider processes of a round, each with a connection (default: 3000)")
    private int providers;

    @Option(
        names = "--applications",
        paramLabel = "N",
        defaultValue = "100",
        description = "applications they belong to (default: 100)")
    private int applications;

    @Option(
        names = "--interfaces",
        paramLabel = "N",
        defaultValue = "8",
        description = "interfaces each of them registers, one after the other (default: 8)")
    private int interfaces;

    @Option(
        names = "--persistent",
        paramLabel = "N",
        defaultValue = "2000",
        description = "persistent registrations of a round (default: 2000)")
    private int persistent;

    @Option(
        names = "--batch",
        paramLabel = "N",
        defaultValue = "500",
        description = "application instances in each batch of the capacity part (default: 500)")
    private int batch;

    @Option(
        names = "--in-flight",
        paramLabel = "N",
        defaultValue = "64",
        description = "how many register at a time (default: 64)")
    private int inFlight;

    @Option(
        names = "--rounds",
        paramLabel = "N",
        defaultValue = "3",
        description = "rounds that count (default: 3)")
    private int rounds;

    @Option(
        names = "--warm-ups",
        paramLabel = "N",
        defaultValue = "3",
        description = "rounds before them that do not (default: 3)")
    private int warmUps;

    @Option(
        names = "--heap",
        paramLabel = "MB",
        defaultValue = "2048",
        description =
            "heap of each server, half of it for what is young (default: 2048, as the server's own"
                + " script has it)")
    private int heap;

    @Override
    Supplier<ObjectNode> prepareCluster() {
      requireRange("--applications", applications, 1, 1_000);
      requireRange("--providers", providers, applications, MAX_CONNECTIONS);
      requireRange("--interfaces", interfaces, 1, 40);
      requireRange("--heap", heap, 512, 16_384);
      requireRange("--persistent", persistent, 1, MAX_CONNECTIONS);
      requireRange("--in-flight", inFlight, 1, 512);
      requireRange("--batch", batch, 1, 2_000);
      require(
          (long) applications * batch * (inFlight / applications + 1) <= Fleet.MAX_PROVIDERS,
          "--applications times --batch is %d; it can be %d at most",
          (long) applications * batch * (inFlight / applications + 1),
          Fleet.MAX_PROVIDERS);
      requireRange("--rounds", rounds, 1, 20);
      requireRange("--warm-ups", warmUps, 0, 5);
      RaftWrite.Settings settings =
          new RaftWrite.Settings(
              members(),
              applications,
              providers,
              interfaces,
              persistent,
              batch,
              inFlight,
              rounds,
              warmUps,
              heap);
      return () ->
          new RaftWrite(settings, servers(), progress(RaftWrite.plannedSeconds(settings))).run();
    }
  }

  @Command(
      name = "restart",
      mixinStandardHelpOptions = true,
      description =
          "All servers are killed and started while no client comes back: when the catalog answers"
              + " in full, and how that grows.")
  static final class RestartCommand extends ClusterBenchmark {

    @Option(
        names = "--providers",
        paramLabel = "N",
        defaultValue = "10000",
        description =
            "providers of the main part; a connection each up to 2000, else batches"
                + " (default: 10000)")
    private int providers;

    @Option(
        names = "--applications",
        paramLabel = "N",
        defaultValue = "100",
        description = "applications they belong to (default: 100)")
    private int applications;

    @Option(
        names = "--sizes",
        paramLabel = "N,...",
        split = ",",
        defaultValue = "1000,10000,50000",
        description = "sizes of the catalog to compare (default: 1000,10000,50000)")
    private List<Integer> sizes = List.of();

    @Option(
        names = "--heap",
        paramLabel = "MB",
        defaultValue = "768",
        description = "maximum heap of each server (default: 768)")
    private int heap;

    @Override
    Supplier<ObjectNode> prepareCluster() {
      requireRange("--applications", applications, 1, 1_000);
      requireRange("--providers", providers, 1, Fleet.MAX_PROVIDERS);
      sizes.forEach(size -> requireRange("--sizes", size, 1, Fleet.MAX_PROVIDERS));
      require(sizes.size() <= 6, "--sizes has %d sizes; 6 are enough", sizes.size());
      requireRange("--heap", heap, 256, 4_096);
      Restart.Settings settings =
          new Restart.Settings(members(), applications, providers, sizes, BATCHES_ABOVE, heap);
      return () ->
          new Restart(settings, servers(), progress(Restart.plannedSeconds(settings))).run();
    }
  }

  private static void deletePatiently(Path work) {
    // A server that is being killed may still write.
    for (int i = 0; i < 20; i++) {
      try {
        delete(work);
        return;
      } catch (IOException again) {
        Eventually.pause(Duration.ofMillis(200));
      }
    }
  }

  private static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException problem)
              throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
