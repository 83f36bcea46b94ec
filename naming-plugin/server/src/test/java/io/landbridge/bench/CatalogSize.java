package io.landbridge.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.bench.CatalogSizeOptions.UsageException;
import io.landbridge.compat.waiting.Eventually;
import io.landbridge.model.ApplicationKey;
import io.landbridge.plugin.Landbridge;
import io.landbridge.plugin.LandbridgePlugin;
import io.landbridge.plugin.PluginConfig;
import io.landbridge.plugin.Usage;
import io.landbridge.service.answer.ApplicationStatus;
import io.landbridge.state.CatalogPosition;
import io.landbridge.store.StoreMemory;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** What a catalog of a given size costs: heap, RocksDB memory, disk. */
final class CatalogSize {

  private static final int PROGRESS = 5_000;
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  /** One of so many applications has consumers on a member. */
  private static final int ASKED = 3;

  private final CatalogSizeOptions options;
  private final Fleet fleet;
  private final PrintStream progress;
  private final Map<String, Object> result = new LinkedHashMap<>();
  private long started = System.nanoTime();

  private CatalogSize(CatalogSizeOptions options, PrintStream progress) {
    this.options = options;
    this.fleet = new Fleet(options);
    this.progress = progress;
  }

  /** Runs it; exits with 0, with 1 when it failed, with 2 when it was used wrongly. */
  public static void main(String[] words) {
    if (List.of(words).contains("--help")) {
      System.out.print(CatalogSizeOptions.USAGE);
      return;
    }
    try {
      CatalogSizeOptions options = CatalogSizeOptions.parse(List.of(words));
      Map<String, Object> result = new CatalogSize(options, System.err).run();
      PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
      if (!options.json()) {
        result.forEach((name, value) -> out.printf("%-28s %s%n", name, value));
      }
      out.println(new ObjectMapper().writeValueAsString(result));
      System.exit(0);
    } catch (UsageException e) {
      System.err.println("bench catalog-size: " + e.getMessage());
      System.err.print(CatalogSizeOptions.USAGE);
      System.exit(2);
    } catch (Exception e) {
      System.err.println("bench catalog-size failed: " + e);
      e.printStackTrace();
      System.exit(1);
    }
  }

  private Map<String, Object> run() throws Exception {
    Path directory = Files.createTempDirectory("landbridge-catalog-size");
    try {
      measure(directory);
      return result;
    } finally {
      delete(directory);
    }
  }

  private void measure(Path directory) throws Exception {
    FleetHost host = new FleetHost(directory, fleet);
    result.put("instances", options.instances());
    result.put("interfaces", options.interfaces());
    result.put("addresses", options.addresses());
    result.put("revisions", options.revisions());
    result.put("applications", options.applications());

    long before = Heap.used();
    say("heap without the plugin: %.1f MB", mb(before));
    try (Landbridge plugin = LandbridgePlugin.start(host, PluginConfig.DEFAULT)) {
      register(host, plugin);
      long observed = Heap.used() - before;
      say("observed, nothing switched on: %.1f MB of heap", mb(observed));

      switchOn(plugin);
      long idle = Heap.used() - before;
      say("every application switched on, none asked for: %.1f MB of heap", mb(idle));

      List<ApplicationKey> applications = fleet.applications();
      long shown = 0;
      for (int i = 0; i < applications.size(); i += ASKED) {
        host.subscribe(Fleet.service(applications.get(i)));
        shown += ask(plugin, applications.get(i));
      }
      long asked = Heap.used() - before;
      say(
          "one application in %d asked for, %d instances: %.1f MB of heap",
          ASKED, shown, mb(asked));
      Heap.histogram(20).forEach(line -> say("  %s", line));
      Usage usage = Usage.of(plugin);

      for (ApplicationKey application : applications) {
        ask(plugin, application);
      }
      long everything = Heap.used() - before;
      say("every application asked for: %.1f MB of heap", mb(everything));
      Usage full = Usage.of(plugin);

      report(observed, idle, asked, everything, usage, full);
      result.put("asked_instances", shown);
      disk(host, directory);
    }
  }

  /** Every process of the fleet connects to this member, which is responsible for all of them. */
  private void register(FleetHost host, Landbridge plugin) throws Exception {
    for (int i = 0; i < fleet.size(); i++) {
      host.registry().connect();
    }
    AtomicInteger said = new AtomicInteger();
    await(
        "the catalog to have every instance",
        () -> {
          int instances = position(plugin).instances();
          if (instances >= said.get() + PROGRESS) {
            said.set(instances);
            say("%d instances in the catalog", instances);
          }
          return instances == fleet.size();
        });
  }

  private void switchOn(Landbridge plugin) throws Exception {
    for (ApplicationKey application : fleet.applications()) {
      plugin.administration().switchTranslation(application, true, false);
    }
    for (ApplicationKey application : fleet.applications()) {
      await(
          application + " to be translated",
          () ->
              plugin.administration().application(application).state()
                  == ApplicationStatus.State.TRANSLATED);
      await(application + " to be shown", () -> plugin.view().mayAdd(application.name().value()));
    }
  }

  private int ask(Landbridge plugin, ApplicationKey application) {
    int shown = plugin.view().additions(Fleet.service(application), List.of()).size();
    if (shown == 0) {
      throw new IllegalStateException(application + " shows nothing");
    }
    return shown;
  }

  private void report(
      long observed, long idle, long asked, long everything, Usage usage, Usage full) {
    StoreMemory store = usage.store();
    result.put("heap_mb", round(mb(asked)));
    result.put("heap_observed_mb", round(mb(observed)));
    result.put("heap_switched_on_mb", round(mb(idle)));
    result.put("heap_all_asked_mb", round(mb(everything)));
    result.put("view_kept_answers", usage.view().keptAnswers());
    result.put("view_estimate_mb", round(mb(usage.view().keptBytes())));
    result.put("view_all_asked_estimate_mb", round(mb(full.view().keptBytes())));
    result.put("rocksdb_mb", round(mb(outsideHeap(store))));
    result.put("rocksdb_cache_mb", round(mb(store.blockCache())));
    result.put("rocksdb_write_buffers_mb", round(mb(store.memtables())));
    result.put("rocksdb_table_readers_mb", round(mb(store.tableReaders())));
    result.put("bytes_per_instance", (asked + outsideHeap(store)) / options.instances());
    result.put("heap_bytes_per_instance", asked / options.instances());
  }

  /** The memtables are charged to the cache. */
  private static long outsideHeap(StoreMemory store) {
    return store.blockCache() + store.tableReaders();
  }

  /** A snapshot is everything, in files. */
  private void disk(FleetHost host, Path directory) throws IOException {
    Path snapshot = Files.createDirectory(directory.resolve("snapshot"));
    long bytes = 0;
    for (String file : host.instantLog().machine().save(snapshot)) {
      bytes += Files.size(snapshot.resolve(file));
    }
    result.put("disk_mb", round(mb(bytes)));
    result.put("disk_bytes_per_instance", bytes / options.instances());
    result.put("seconds", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - started));
  }

  private static CatalogPosition position(Landbridge plugin) {
    return plugin.administration().status().catalog().orElseThrow();
  }

  private void await(String what, Callable<Boolean> condition) throws Exception {
    Eventually.within(PATIENCE).every(Duration.ofMillis(20)).until(what, condition);
  }

  private void say(String format, Object... arguments) {
    progress.printf(
        Locale.ROOT,
        "%4d s  %s%n",
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - started),
        format.formatted(arguments));
  }

  private static double mb(long bytes) {
    return bytes / (1024.0 * 1024.0);
  }

  private static double round(double value) {
    return Math.round(value * 100) / 100.0;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
