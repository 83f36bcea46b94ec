package io.landbridge.raft;

import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.MetadataRevision;
import io.landbridge.record.CommandCodec;
import io.landbridge.state.Samples;
import io.landbridge.store.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What applying one upsert costs a member, in a catalog of 20,000 instances: entries with one or
 * many updates, which enclose their document as the observer's do.
 *
 * <p>Seen on two cores that other work shared (load 10 to 18), with a plain loop over 30,000 updates:
 * 13 to 20 us for an upsert in entries of 10 or more, 23 us alone with a document of one service,
 * 55 us alone with one of forty, of which reading and hashing the document was 150 us more before
 * {@code CommandDecoder} remembered documents.
 *
 * <p>By hand: {@code ./mvnw -Pjmh -pl naming-plugin/server -am -DskipTests -DskipITs verify}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(1)
public class ApplyBenchmark {

  private static final int INSTANCES = 20_000;

  /** Upserts in an entry. */
  @Param({"1", "100"})
  public int batch;

  /** Services in the document of every upsert. */
  @Param({"1", "40"})
  public int services;

  private Path directory;
  private RocksStore store;
  private CatalogStateMachine machine;
  private List<byte[]> entries;
  private int next;

  @Setup
  public void fill() throws IOException {
    directory = Files.createTempDirectory("landbridge-apply");
    store = RocksStore.open(directory.resolve("store"));
    machine =
        new CatalogStateMachine(
            store,
            (what, cause) -> {
              throw new IllegalStateException(what, cause);
            });
    MetadataDocument document = document();
    entries = new ArrayList<>();
    for (int pass = 0; pass < 2; pass++) {
      for (int from = 0; from < INSTANCES; from += batch) {
        List<ApplicationInstance> puts = new ArrayList<>();
        for (int host = from; host < from + batch; host++) {
          puts.add(instance(host, document.revision(), pass == 0));
        }
        entries.add(
            CommandCodec.encode(
                new ClaimInstances(
                    Samples.ALICE,
                    1,
                    puts,
                    Map.of(document.revision(), document),
                    List.of())));
      }
    }
    entries.forEach(machine::apply);
  }

  @TearDown
  public void delete() throws IOException {
    store.close();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** One entry, of which {@code batch} says how many upserts it has. */
  @Benchmark
  public byte[] apply() {
    next = (next + 1) % entries.size();
    return machine.apply(entries.get(next));
  }

  private MetadataDocument document() {
    List<ServiceEntry> all = new ArrayList<>();
    for (int i = 0; i < services; i++) {
      TreeMap<String, String> params = new TreeMap<>();
      params.put("methods", "find,list,save,delete");
      params.put("release", "2.7.23");
      params.put("side", "provider");
      params.put("timeout", "3000");
      String name = "org.demo.Service" + i;
      all.add(new ServiceEntry(name, "", "1.0.0", "dubbo", 20880, name, params));
    }
    return MetadataDocument.of(Samples.SHOP.name(), all);
  }

  private static ApplicationInstance instance(
      int host, MetadataRevision revision, boolean healthy) {
    ApplicationInstance sample = Samples.instance(Samples.SHOP, host, revision);
    return new ApplicationInstance(
        sample.application(),
        sample.group(),
        sample.ip(),
        sample.port(),
        sample.endpoints(),
        sample.cluster(),
        healthy,
        sample.enabled(),
        sample.ephemeral(),
        revision,
        sample.attributes(),
        sample.origin());
  }
}
