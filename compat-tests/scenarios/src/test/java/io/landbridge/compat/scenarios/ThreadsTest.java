package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every thread that the plugin makes goes on after whatever is thrown on it: nobody else would do
 * its work from then on, and nobody would notice.
 */
class ThreadsTest {

  /** The classes that make threads, and whether a thread survives an error. */
  private static final Map<String, String> THREADS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("AddressServer", "what is repeated catches everything"),
              Map.entry("FetchedDocuments", "the loop catches everything"),
              Map.entry("ChangeWatch", "a pool: each task is scheduled by itself"),
              Map.entry("ConfigFront", "what is repeated catches everything"),
              Map.entry("CoalescedTask", "the loop catches everything"),
              Map.entry("CommitNotice", "a pool: each task is scheduled by itself"),
              Map.entry("CpReplicatedLog", "a pool, which makes another thread"),
              Map.entry("Deadlines", "each deadline catches everything"),
              Map.entry("ExportCalls", "a pool, which makes another thread"),
              Map.entry("Forwarder", "a pool, which makes another thread"),
              Map.entry("HostLifecycle", "runs once and catches everything"),
              Map.entry("HostNames", "a pool, which makes another thread"),
              Map.entry("ListSwitch", "what is repeated catches everything"),
              Map.entry("PushSocket", "the loop catches everything"),
              Map.entry("PushSubscriptions", "what is repeated catches everything"),
              Map.entry("RegistrationObserver", "the loop catches everything"),
              Map.entry("RunningPlugin", "runs once and catches everything"),
              Map.entry("UdpPush", "the loops catch everything"),
              Map.entry("UnheardClients", "what is repeated catches everything")));

  private static final List<String> MAKERS =
      List.of("new Thread(", "Executors.new", "ThreadPoolExecutor(");

  private static final List<String> REPEATERS =
      List.of("scheduleWithFixedDelay(", "scheduleAtFixedRate(");

  @Test
  void everyThreadIsKnown() throws IOException {
    TreeSet<String> makers = new TreeSet<>();
    sources(
        (name, text) -> {
          if (MAKERS.stream().anyMatch(text::contains)) {
            makers.add(name);
          }
        });
    assertThat(makers).isEqualTo(new TreeSet<>(THREADS.keySet()));
  }

  /** A pool never repeats again what has thrown once, and says nothing of it. */
  @Test
  void whatIsRepeatedOrLoopsCatchesEverything() throws IOException {
    TreeSet<String> wrong = new TreeSet<>();
    sources(
        (name, text) -> {
          boolean loops = THREADS.getOrDefault(name, "").contains("catch");
          boolean repeats = REPEATERS.stream().anyMatch(text::contains);
          boolean everything = text.contains("| Error e)") || text.contains("catch (Throwable e)");
          if ((loops || repeats) && !everything) {
            wrong.add(name);
          }
        });
    assertThat(wrong).isEmpty();
  }

  private interface Look {
    void at(String name, String text);
  }

  private static void sources(Look look) throws IOException {
    Path root = Artifacts.locate().root();
    for (String part : List.of("naming-plugin", "dual-write-bridge")) {
      try (Stream<Path> tree = Files.walk(root.resolve(part))) {
        for (Path each :
            tree.filter(file -> file.toString().endsWith(".java"))
                .filter(file -> file.toString().contains("/src/main/java/"))
                .toList()) {
          look.at(each.getFileName().toString().replace(".java", ""), Files.readString(each));
        }
      }
    }
  }
}
