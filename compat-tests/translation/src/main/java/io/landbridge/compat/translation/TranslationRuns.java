package io.landbridge.compat.translation;

import io.landbridge.compat.client.CallResults;
import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.ProgramException;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.translation.Verdict.Outcome;
import io.landbridge.compat.waiting.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * All providers of a matrix on one server, switched on; each consumer is started once and calls all
 * of them.
 *
 * <p>Safe for several threads that run different consumers.
 */
public final class TranslationRuns implements AutoCloseable {

  /** Programs that start at the same time; more only keep each other from starting. */
  public static final int AT_ONCE = 2;

  private static final Duration KNOWN = Duration.ofSeconds(120);

  /** From the first call of everything to the moment when all that can be found is found. */
  private static final Duration FOUND = Duration.ofSeconds(120);

  private static final Duration POLL = Duration.ofMillis(500);

  private final Matrix matrix;
  private final Path work;
  private final Path interfaces;
  private final NacosEnsemble server;
  private final Map<ProviderKind, ProviderProcess> providers = new ConcurrentHashMap<>();

  private TranslationRuns(Matrix matrix, Path work, NacosEnsemble server) {
    this.matrix = matrix;
    this.work = work;
    this.interfaces = work.resolve("interfaces");
    this.server = server;
  }

  /** Why a server cannot be started on this machine; empty if it can. */
  static Optional<String> whyNotHere(NacosVersion version) {
    return ServerSpec.of(version).whyNotHere();
  }

  /**
   * Starts a server and all providers, and switches them on.
   *
   * @param translated whether the server has the plugin
   * @param work where everything writes; stays
   */
  public static TranslationRuns start(
      NacosVersion version, boolean translated, Matrix matrix, Path work)
      throws InterruptedException {
    ServerSpec stock = ServerSpec.of(version);
    ServerSpec spec = translated ? stock.withPlugin(Artifacts.locate().pluginJar()) : stock;
    TranslationRuns runs = new TranslationRuns(matrix, work, NacosEnsemble.start(spec));
    try {
      Interfaces.write(runs.interfaces, matrix.providers());
      runs.startProviders();
      if (translated) {
        runs.switchOn();
      }
      return runs;
    } catch (RuntimeException | InterruptedException e) {
      runs.close();
      throw e;
    }
  }

  private void startProviders() throws InterruptedException {
    ExecutorService starters = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Future<?>> starts = new ArrayList<>();
      for (ProviderKind kind : matrix.providers()) {
        starts.add(starters.submit(() -> startProvider(kind)));
      }
      for (Future<?> start : starts) {
        start.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("A provider cannot be started", e.getCause());
    } finally {
      starters.shutdownNow();
    }
  }

  private void startProvider(ProviderKind kind) {
    try {
      providers.put(
          kind, ProviderProcess.start(kind.line(), kind.settings(registry(), interfaces), work));
    } catch (ProgramException e) {
      System.err.println(e.getMessage());
    }
  }

  /** Only an application that is known can be switched on. */
  private void switchOn() {
    NacosApi api = server.api(0);
    for (ProviderKind kind : providers.keySet()) {
      if (!kind.isTranslatable()) {
        continue;
      }
      Map<String, String> application = Map.of("application", kind.application());
      BooleanSupplier known = () -> api.get("/landbridge/v1/application", application).ok();
      if (!Eventually.holds(KNOWN, POLL, known)) {
        throw new IllegalStateException(kind.application() + " is not known to the plugin");
      }
      Map<String, String> enabled = new TreeMap<>(application);
      enabled.put("enabled", "true");
      NacosApi.Answer answer = api.put("/landbridge/v1/translation", enabled);
      if (!answer.ok()) {
        throw new IllegalStateException(kind.application() + " is not switched on: " + answer);
      }
    }
  }

  /** Lets one consumer call everything; never throws because something is broken. */
  public List<Verdict> run(ConsumerKind kind) {
    List<Cell> cells = matrix.column(kind);
    try (ConsumerProcess consumer =
        ConsumerProcess.start(kind.line(), kind.settings(registry(), interfaces), work)) {
      return run(consumer, cells);
    } catch (ProgramException e) {
      return cells.stream().map(cell -> cell.failed(String.valueOf(e.getMessage()))).toList();
    }
  }

  /**
   * Calls everything until everybody who is to be found is found. Then everything once more: what
   * is not to be found must not be found a little later either.
   */
  private List<Verdict> run(ConsumerProcess consumer, List<Cell> cells) {
    Set<Cell> waiting =
        cells.stream()
            .filter(cell -> verdict(consumer, cell).outcome() != Outcome.PASSED)
            .filter(cell -> providers.containsKey(cell.provider()) && !cell.isImpossible())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    Eventually.holds(
        FOUND,
        POLL,
        () -> {
          waiting.removeIf(cell -> verdict(consumer, cell).outcome() == Outcome.PASSED);
          return waiting.isEmpty();
        });
    return cells.stream().map(cell -> verdict(consumer, cell)).toList();
  }

  private Verdict verdict(ConsumerProcess consumer, Cell cell) {
    ProviderProcess provider = providers.get(cell.provider());
    if (provider == null) {
      return cell.failed("The provider did not start");
    }
    CallResults calls = consumer.callAll(cell.provider().packageName());
    return cell.judge(calls, provider.identity());
  }

  private String registry() {
    return server.member(0).address();
  }

  /** Ends all programs and the server. */
  @Override
  public void close() {
    providers.values().parallelStream().forEach(ProviderProcess::kill9);
    server.close();
  }
}
