package io.landbridge.compat.cli;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Processes that wait for the next run of {@code landbridge}: starting one for each run is a second
 * of processor time, and there are hundreds of runs in a check. A process belongs to the directory
 * it was started in and has one run at a time; runs at the same time have one each.
 *
 * <p>Safe for several threads.
 */
final class CommandHosts {

  /** Of those nobody needs at the moment; tests go on to other directories. */
  private static final int KEPT = 2;

  private final Path java;
  private final String classPath;
  private final Deque<Host> idle = new ArrayDeque<>();

  /**
   * None yet.
   *
   * @param classPath has the command's jar and {@link CommandHost}
   */
  CommandHosts(Path java, String classPath) {
    this.java = java;
    this.classPath = classPath;
  }

  /**
   * Runs it in a directory.
   *
   * @return its exit code
   * @throws TimeoutException if it takes longer than the limit; its process is killed then
   * @throws IOException if its process cannot be started or ends
   */
  int run(Path directory, CommandHost.Request request, Duration limit)
      throws IOException, TimeoutException, InterruptedException {
    Host host = take(directory);
    boolean whole = false;
    try {
      int exitCode = host.run(request, limit);
      whole = true;
      return exitCode;
    } finally {
      if (whole) {
        giveBack(host);
      } else {
        host.kill();
      }
    }
  }

  private Host take(Path directory) throws IOException {
    synchronized (idle) {
      for (Iterator<Host> each = idle.iterator(); each.hasNext(); ) {
        Host host = each.next();
        if (host.directory.equals(directory)) {
          each.remove();
          if (host.process.isAlive()) {
            return host;
          }
        }
      }
    }
    return new Host(directory, start(directory));
  }

  private Process start(Path directory) throws IOException {
    return new ProcessBuilder(
            java.toString(),
            // As the launcher does.
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx512m",
            "-cp",
            classPath,
            CommandHost.class.getName())
        .directory(directory.toFile())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private void giveBack(Host host) {
    synchronized (idle) {
      idle.addFirst(host);
      while (idle.size() > KEPT) {
        idle.removeLast().kill();
      }
    }
  }

  /** One process. Used by one thread at a time. */
  private static final class Host {

    private final Path directory;
    private final Process process;
    private final DataOutputStream requests;
    private final DataInputStream answers;

    Host(Path directory, Process process) {
      this.directory = directory;
      this.process = process;
      this.requests = new DataOutputStream(process.getOutputStream());
      this.answers = new DataInputStream(process.getInputStream());
    }

    int run(CommandHost.Request request, Duration limit)
        throws IOException, TimeoutException, InterruptedException {
      request.write(requests);
      FutureTask<Integer> answer = new FutureTask<>(answers::readInt);
      Thread reader = new Thread(answer, "exit code of " + List.of(request.arguments()));
      reader.setDaemon(true);
      reader.start();
      try {
        return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException e) {
        throw new IOException("the process of landbridge ended", e.getCause());
      }
    }

    void kill() {
      process.destroyForcibly();
    }
  }

  /** The environment of a run: this process's, without the variables of one's own Nacos. */
  static Map<String, String> environment(Path directory, Map<String, String> more) {
    Map<String, String> all = new HashMap<>(System.getenv());
    all.keySet().removeIf(name -> name.startsWith("NACOS_"));
    // Without a plan, verify records its runs below the home directory.
    all.put("XDG_STATE_HOME", directory.toAbsolutePath().toString());
    all.putAll(more);
    return all;
  }
}
