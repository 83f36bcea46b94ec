package io.landbridge.compat.prepare;

import io.landbridge.compat.client.PreparePrograms;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.PrepareServers;
import io.landbridge.compat.cluster.ServerSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Prepares all servers and programs under test for quick starts, two at a time; what was prepared
 * for the same jars before is left as it is. Part of the build.
 */
public final class PrepareCommand {

  private static final int AT_A_TIME = 2;

  private PrepareCommand() {}

  /**
   * Prepares everything.
   *
   * @param arguments one: the directory that everything may write to meanwhile
   */
  public static void main(String[] arguments) throws Exception {
    Path work = Path.of(arguments[0]).toAbsolutePath();
    System.setProperty(NacosEnsemble.WORK, work.toString());
    PrepareServers servers = new PrepareServers(Artifacts.locate(), work);
    inParallel(
        servers.pending().stream()
            .map(version -> timed("Nacos " + version, () -> servers.prepare(version)))
            .toList());
    PreparePrograms programs = new PreparePrograms(work);
    List<String> pending = programs.pending();
    if (pending.isEmpty()) {
      return;
    }
    // Clients of all versions can use this one.
    try (NacosEnsemble server = NacosEnsemble.start(ServerSpec.of(NacosVersion.V2_2_4))) {
      String address = server.member(0).address();
      inParallel(
          pending.stream()
              .map(folder -> timed(folder, () -> programs.prepare(folder, address)))
              .toList());
    }
  }

  private static Runnable timed(String name, Runnable preparation) {
    return () -> {
      long began = System.nanoTime();
      preparation.run();
      System.out.printf(
          "Prepared %s in %.1f s%n", name, (System.nanoTime() - began) / 1_000_000_000.0);
    };
  }

  private static void inParallel(List<Runnable> preparations) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (Runnable preparation : preparations) {
        running.add(threads.submit(preparation));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } finally {
      threads.shutdownNow();
    }
  }
}
