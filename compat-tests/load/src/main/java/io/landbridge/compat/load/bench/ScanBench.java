package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.fleet.DubboLine;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The command itself on a server that has many services: once as fast as it can, once limited. */
final class ScanBench {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int CONNECTIONS = 8;
  private static final int IN_FLIGHT = 32;
  private static final int INTERFACES = 40;
  private static final int PORT = 20880;
  private static final long STARTED = 1_795_176_524_665L;
  private static final int PER_NET = 250;
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final Duration POLL = Duration.ofMillis(50);

  /** A share of a shorter time than that says nothing. */
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final Pattern READ =
      Pattern.compile(
          "read (\\d+) services with (\\d+) instances in ([\\d.]+) s with (\\d+) requests"
              + " \\(minimum: (\\d+)\\)");
  private static final Pattern ASKED =
      Pattern.compile(
          "read the subscribers of \\d+ services? from \\d+ members? in ([\\d.]+) s with (\\d+)"
              + " requests");
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

  private final Settings settings;
  private final ServerSource servers;
  private final Progress progress;
  private final Path directory;

  /**
   * How large.
   *
   * @param services how many
   * @param instances of each
   * @param heap of the command at most, in MB
   * @param limit for the server's processors, per cent
   */
  record Settings(int services, int instances, int heap, int limit) {

    int all() {
      return services * instances;
    }
  }

  /**
   * One run of the command.
   *
   * @param read what it said itself of its work, as {@link #READ} finds it
   * @param asked the same of its search for consumers, as {@link #ASKED} finds it
   * @param peakKilobytes the most memory it had; 0 where the system does not tell
   * @param share of all processors that the server took meanwhile
   * @param highest of the shares of ten seconds
   */
  private record Run(
      Matcher read, Matcher asked, long peakKilobytes, double share, double highest) {

    long number(int group) {
      return Long.parseLong(read.group(group));
    }

    double seconds() {
      return Double.parseDouble(read.group(3));
    }

    double consumerSeconds() {
      return Double.parseDouble(asked.group(1));
    }

    long consumerRequests() {
      return Long.parseLong(asked.group(2));
    }
  }

  /** Makes it; {@code directory} is for what the command leaves. */
  ScanBench(Settings settings, ServerSource servers, Path directory, Progress progress) {
    this.settings = settings;
    this.servers = servers;
    this.directory = directory;
    this.progress = progress;
  }

  static double plannedSeconds(Settings settings) {
    return 30 + fillSeconds(settings) + 3 * scanSeconds(settings);
  }

  private static double fillSeconds(Settings settings) {
    return 5 + settings.all() / 2_500.0;
  }

  private static double scanSeconds(Settings settings) {
    return 5 + settings.services() / 400.0;
  }

  ObjectNode run() {
    progress.part("starting the server", 30);
    // A server of this size has more memory than one of a test.
    ServerSpec spec =
        ServerSpec.of(NacosVersion.V3_1_0)
            .withHeap(512 + settings.all() / 100)
            .optimised()
            .withProperty("management.endpoints.web.exposure.include", "prometheus");
    // The command reads all that a server lists, what others leave behind for a minute too.
    try (Held held = Held.start(servers, spec);
        Wire wire = Wire.open(1)) {
      NacosServer server = held.member();
      List<WireClient> clients = fill(server, wire);
      try {
        progress.part("scan, as fast as it can", scanSeconds(settings));
        Run free = scan(server);
        progress.part("scan, limited", 2 * scanSeconds(settings));
        Run limited = scan(server, "--max-server-cpu", String.valueOf(settings.limit()));
        return result(free, limited);
      } finally {
        clients.forEach(WireClient::close);
      }
    }
  }

  private List<WireClient> fill(NacosServer server, Wire wire) {
    progress.part("registering", fillSeconds(settings));
    ClientOptions options =
        ClientOptions.of(List.of(new ServerEndpoint("127.0.0.1", server.port())));
    List<WireClient> clients =
        IntStream.range(0, CONNECTIONS)
            .mapToObj(i -> WireClient.connect(wire, options).join())
            .toList();
    Burst.run(
        "registering",
        settings.services(),
        IN_FLIGHT,
        Duration.ofHours(1),
        i ->
            clients
                .get(i % CONNECTIONS)
                .registerBatch(
                    ServiceName.of("providers:" + interfaceName(i) + ":1.0.0:"),
                    DubboProvider.batch(processes(i))));
    Eventually.holds(
        Duration.ofMinutes(5),
        Duration.ofSeconds(1),
        () -> "the server does not list all services",
        () -> clients.get(0).services("DEFAULT_GROUP", 1, 1).join().total() == settings.services());
    return clients;
  }

  /** The processes of an application offer all its interfaces. */
  private List<DubboProvider> processes(int service) {
    int application = service / INTERFACES;
    List<DubboProvider> processes = new ArrayList<>();
    for (int i = 0; i < settings.instances(); i++) {
      int process = application * settings.instances() + i;
      processes.add(
          new DubboProvider(
              DubboLine.DUBBO_2_7,
              "bench-scan-%04d".formatted(application),
              "10.%d.%d.%d"
                  .formatted(
                      process / PER_NET / PER_NET,
                      process / PER_NET % PER_NET,
                      process % PER_NET + 1),
              PORT,
              1_000 + process,
              STARTED + process,
              List.of(interfaceName(service) + ":1.0.0")));
    }
    return processes;
  }

  private static String interfaceName(int service) {
    return "com.example.bench.scan%04d.Service%02d"
        .formatted(service / INTERFACES, service % INTERFACES);
  }

  private Run scan(NacosServer server, String... more) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Artifacts.locate().commandLineTool().toString(),
                "scan",
                "--server",
                "127.0.0.1:" + server.port(),
                "-o",
                "json"));
    command.addAll(List.of(more));
    try {
      Files.createDirectories(directory);
      Path out = directory.resolve("scan.json");
      Path err = directory.resolve("scan.err");
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
      builder
          .environment()
          .put(
              "LANDBRIDGE_JAVA_OPTS",
              "-Xmx%dm -Djava.io.tmpdir=%s".formatted(settings.heap(), directory));
      builder.environment().put("LANDBRIDGE_CACHE", "");
      Watch watch = new Watch(server);
      // The launcher becomes the program itself.
      Process process = builder.start();
      long peak = 0;
      while (!process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
        peak = Math.max(peak, peakKilobytes(process.pid()));
        watch.look();
      }
      double share = watch.shareOfAll();
      String said = Files.readString(err);
      Matcher read = READ.matcher(said);
      Matcher asked = ASKED.matcher(said);
      if (process.exitValue() != 0 || !read.find() || !asked.find()) {
        throw new BenchException("scan ended with %d: %s".formatted(process.exitValue(), said));
      }
      requireWhole(JSON.readTree(out.toFile()).path("totals"));
      said.lines().forEach(progress::note);
      return new Run(read, asked, peak, share, watch.highest);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("scan was interrupted");
    }
  }

  private void requireWhole(JsonNode totals) {
    if (totals.path("registrations").asInt() != settings.all()
        || totals.path("interfaces").asInt() != settings.services()) {
      throw new BenchException("scan did not find everything: " + totals);
    }
  }

  private static long peakKilobytes(long pid) {
    try {
      Matcher found = PEAK.matcher(Files.readString(Path.of("/proc/" + pid + "/status")));
      return found.find() ? Long.parseLong(found.group(1)) : 0;
    } catch (IOException notThere) {
      return 0;
    }
  }

  /** How much processor time a server takes. */
  private static final class Watch {

    private final NacosServer server;
    private final long began = System.nanoTime();
    private final double before;
    private long windowBegan = began;
    private double windowBefore;
    private double highest;

    Watch(NacosServer server) {
      this.server = server;
      before = processorSeconds();
      windowBefore = before;
    }

    void look() {
      long now = System.nanoTime();
      if (now - windowBegan >= WINDOW_NANOS) {
        double seconds = processorSeconds();
        highest = Math.max(highest, share(seconds - windowBefore, now - windowBegan));
        windowBegan = now;
        windowBefore = seconds;
      }
    }

    double shareOfAll() {
      double share = share(processorSeconds() - before, System.nanoTime() - began);
      highest = Math.max(highest, share);
      return share;
    }

    private static double share(double processorSeconds, long nanos) {
      return processorSeconds / (nanos / 1e9) / PROCESSORS;
    }

    private double processorSeconds() {
      return ProcessorTime.seconds(server.pid());
    }
  }

  private ObjectNode result(Run free, Run limited) {
    ObjectNode json = JSON.createObjectNode();
    json.put("benchmark", "scan");
    json.put("services", free.number(1));
    json.put("instances", free.number(2));
    json.put("requests", free.number(4));
    json.put("requests_needed", free.number(5));
    json.put("seconds", free.seconds());
    json.put("consumer_requests", free.consumerRequests());
    json.put("consumer_seconds", free.consumerSeconds());
    json.put("cli_peak_rss_mb", Math.max(free.peakKilobytes(), limited.peakKilobytes()) / 1_024);
    json.put("cli_max_heap_mb", settings.heap());
    json.put("limit", settings.limit() / 100.0);
    json.put("server_cpu_share", Percentiles.round(free.share()));
    json.put("server_cpu_share_limited", Percentiles.round(limited.share()));
    json.put("server_cpu_share_limited_highest", Percentiles.round(limited.highest()));
    json.put("seconds_limited", limited.seconds());
    json.put("requests_limited", limited.number(4));
    json.put("consumer_seconds_limited", limited.consumerSeconds());
    json.put("processors", PROCESSORS);
    return json;
  }
}
