package io.landbridge.compat.load.migration;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.LoadResult;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.cluster.Processors;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.waiting.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * How many calls real Dubbo programs make per second before, while and after the fleet they belong
 * to is migrated; and how many others make in the same seconds that no registry knows.
 */
public final class CallsDuringMigration {

  /** So that hardly any time belongs to two phases. */
  private static final Duration SAMPLE = Duration.ofMillis(500);

  private static final Duration FIRST_CALLS = Duration.ofMinutes(2);

  private static final double P99 = 0.99;

  private final Settings settings;
  private final ServerSource servers;
  private final Path work;
  private final Consumer<String> progress;

  // What the threads share; guarded by this.
  private Phase phase = Phase.WARM_UP;
  private final List<Map<Phase, LoadResult>> results = new ArrayList<>();
  private final List<Map<Phase, LoadResult>> controlResults = new ArrayList<>();
  private Optional<RuntimeException> failure = Optional.empty();

  /**
   * Makes it; nothing is started yet.
   *
   * @param servers where its servers come from
   * @param work for the logs of programs, and what the command leaves
   * @param progress gets a line of text now and then
   */
  public CallsDuringMigration(
      Settings settings, ServerSource servers, Path work, Consumer<String> progress) {
    this.settings = settings;
    this.servers = servers;
    this.work = work;
    this.progress = progress;
  }

  /**
   * What is done.
   *
   * @param fleet what is generated
   * @param members of the cluster
   * @param perWave how many applications a wave has at most
   * @param soakSeconds how long the command looks for trouble
   * @param seconds how long is measured before and after
   * @param warmUpSeconds how long is called before that
   */
  public record Settings(
      GeneratedFleet fleet,
      int members,
      int perWave,
      int soakSeconds,
      int seconds,
      int warmUpSeconds) {}

  private enum Phase {
    WARM_UP,
    BEFORE,
    DURING,
    AFTER,
    OVER
  }

  /** Processor time of the real programs, and how many calls that was for. */
  private record Spent(double seconds) {

    static Spent by(List<Long> programs) {
      return new Spent(
          programs.stream()
              .flatMap(each -> ProcessHandle.of(each).stream())
              .flatMap(each -> each.info().totalCpuDuration().stream())
              .mapToDouble(each -> each.toMillis() / 1e3)
              .sum());
    }

    double since(Spent before) {
      return seconds - before.seconds;
    }
  }

  /**
   * Measures.
   *
   * @throws MigrationException if a command fails
   */
  public ObjectNode run() {
    Processors processors = servers.exclusive() ? Processors.divide() : Processors.UNDIVIDED;
    try {
      Files.createDirectories(work);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    progress.accept("starts %d servers".formatted(settings.members()));
    try (Ground ground =
            Ground.start(servers, settings.fleet(), settings.members(), work, progress);
        Control control = Control.start(work)) {
      List<Long> programs =
          LongStream.concat(
                  ground.providers().values().stream()
                      .map(ProviderProcess::identity)
                      .mapToLong(each -> each.pid()),
                  ground.consumers().stream().mapToLong(ConsumerProcess::pid))
              .boxed()
              .toList();
      programs.forEach(processors::giveOwn);
      control.programs().forEach(processors::giveOwn);
      List<Thread> threads =
          Stream.concat(
                  ground.consumers().stream().map(each -> caller(each, results)),
                  control.consumers().stream().map(each -> caller(each, controlResults)))
              .toList();
      progress.accept("warms up");
      pass(settings.warmUpSeconds());
      awaitFirstCalls();
      progress.accept("measures before");
      Spent start = enter(Phase.BEFORE, programs);
      pass(settings.seconds());
      progress.accept("migrates");
      Spent migrating = enter(Phase.DURING, programs);
      Sequence.Result result =
          new Sequence(ground, work, progress)
              .run(settings.perWave(), settings.soakSeconds(), Optional.empty());
      progress.accept("measures after");
      Spent migrated = enter(Phase.AFTER, programs);
      pass(settings.seconds());
      Spent end = enter(Phase.OVER, programs);
      for (Thread each : threads) {
        each.join(Duration.ofMinutes(2).toMillis());
      }
      ObjectNode json = json(result, processors);
      json.put(
          "processor_time_ratio",
          rounded(
              perProcessorSecond(Phase.DURING, migrated.since(migrating))
                  / perProcessorSecond(Phase.BEFORE, migrating.since(start))));
      json.put("processor_seconds", rounded(end.since(start)));
      return json;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MigrationException("Interrupted");
    }
  }

  private Thread caller(ConsumerProcess consumer, List<Map<Phase, LoadResult>> all) {
    Map<Phase, LoadResult> own = new EnumMap<>(Phase.class);
    synchronized (this) {
      all.add(own);
    }
    Thread thread = new Thread(() -> call(consumer, own), "calls");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void call(ConsumerProcess consumer, Map<Phase, LoadResult> own) {
    try {
      Phase now = phase();
      while (now != Phase.OVER) {
        LoadResult sample = consumer.load(SAMPLE);
        synchronized (this) {
          // What belongs to two phases counts for the first.
          own.merge(now, sample, LoadResult::then);
          now = phase;
        }
      }
    } catch (RuntimeException e) {
      synchronized (this) {
        failure = Optional.of(e);
      }
    }
  }

  /** The first calls of a consumer may take longer than all that is measured afterwards. */
  private void awaitFirstCalls() {
    if (!Eventually.holds(FIRST_CALLS, SAMPLE, this::hasEveryoneCalled)) {
      throw new MigrationException("Not every consumer has called in " + FIRST_CALLS);
    }
  }

  private synchronized boolean hasEveryoneCalled() {
    return failure.isPresent()
        || Stream.concat(results.stream(), controlResults.stream()).noneMatch(Map::isEmpty);
  }

  private synchronized Phase phase() {
    return phase;
  }

  private synchronized Spent enter(Phase next, List<Long> programs) {
    phase = next;
    return Spent.by(programs);
  }

  private static void pass(int seconds) throws InterruptedException {
    Thread.sleep(Duration.ofSeconds(seconds).toMillis());
  }

  /** Of all consumers together. */
  private double perSecond(Phase of) {
    return perSecond(results, of);
  }

  private synchronized double perSecond(List<Map<Phase, LoadResult>> consumers, Phase of) {
    return consumers.stream()
        .mapToDouble(each -> each.getOrDefault(of, LoadResult.NONE).perSecond())
        .sum();
  }

  private double perProcessorSecond(Phase of, double seconds) {
    return all(of).calls() / Math.max(0.001, seconds);
  }

  private LoadResult all(Phase of) {
    return all(results, of);
  }

  private synchronized LoadResult all(List<Map<Phase, LoadResult>> consumers, Phase of) {
    return consumers.stream()
        .map(each -> each.getOrDefault(of, LoadResult.NONE))
        .reduce(LoadResult.NONE, LoadResult::then);
  }

  private ObjectNode json(Sequence.Result result, Processors processors) {
    failure.ifPresent(
        each -> {
          throw each;
        });
    LoadResult before = all(Phase.BEFORE);
    LoadResult during = all(Phase.DURING);
    LoadResult after = all(Phase.AFTER);
    LoadResult whole = all(Phase.WARM_UP).then(before).then(during).then(after);
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("tps_ratio", rounded(perSecond(Phase.DURING) / perSecond(Phase.BEFORE)));
    double controlRatio =
        perSecond(controlResults, Phase.DURING) / perSecond(controlResults, Phase.BEFORE);
    json.put(
        "tps_ratio_against_control",
        rounded(perSecond(Phase.DURING) / perSecond(Phase.BEFORE) / controlRatio));
    json.put("failed_calls", whole.failed());
    json.put("p99_ratio", rounded(during.millis(P99) / before.millis(P99)));
    json.put("tps_before", Math.round(perSecond(Phase.BEFORE)));
    json.put("tps_during", Math.round(perSecond(Phase.DURING)));
    json.put("tps_after", Math.round(perSecond(Phase.AFTER)));
    json.put("p99_before_ms", before.millis(P99));
    json.put("p99_during_ms", during.millis(P99));
    json.put("p99_after_ms", after.millis(P99));
    json.set("control", control(controlRatio));
    json.put("calls", whole.calls());
    json.put(
        "migration_seconds",
        rounded(result.took().stream().mapToLong(Step.Took::millis).sum() / 1e3));
    json.put("waves", result.plan().path("waves").size());
    json.put("applications", settings.fleet().applications());
    json.put("interfaces", settings.fleet().interfaces());
    json.put("processes", settings.fleet().processes());
    json.put("members", settings.members());
    json.put("separate_processors", processors.areDivided());
    whole.failures().forEach(json.withArray("failures")::add);
    return json;
  }

  /** Of those that no registry knows: what the machine did by itself in the same seconds. */
  private ObjectNode control(double ratio) {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("tps_ratio", rounded(ratio));
    long failed = 0;
    for (Phase each : List.of(Phase.BEFORE, Phase.DURING, Phase.AFTER)) {
      String name = each.name().toLowerCase(Locale.ROOT);
      LoadResult of = all(controlResults, each);
      json.put("tps_" + name, Math.round(perSecond(controlResults, each)));
      json.put("p99_" + name + "_ms", of.millis(P99));
      failed += of.failed();
    }
    json.put("failed_calls", failed);
    return json;
  }

  private static double rounded(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
