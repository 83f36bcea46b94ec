package io.landbridge.compat.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.waiting.CheckRecords;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A running program: lines go in, JSON objects come out, everything else goes to its log. Its state
 * and its log are in a directory of its own, which stays when the program has ended.
 *
 * <p>It cannot outlive this JVM: it ends when its standard input is closed.
 */
final class ProgramProcess {

  private static final int TAIL_LINES = 40;
  private static final int TAIL_BYTES = 64 * 1024;
  private static final Duration LAST_WAIT = Duration.ofSeconds(20);

  /** Stands for the end of the output. */
  private final ObjectNode end = new ObjectMapper().createObjectNode();

  private final ObjectMapper json = new ObjectMapper();
  private final BlockingQueue<JsonNode> events = new ArrayBlockingQueue<>(1_000);
  private final String name;
  private final Path directory;
  private final Process process;

  private ProgramProcess(String name, Path directory, Process process) {
    this.name = name;
    this.directory = directory;
    this.process = process;
    Thread reader = new Thread(this::readEvents, name + "-events");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts a program.
   *
   * @param classPath added to that of the line
   * @param workDirectory where the program gets its directory
   */
  static ProgramProcess start(
      String name,
      ProgramLine line,
      String mainClass,
      Map<String, String> settings,
      List<Path> classPath,
      Path workDirectory) {
    try {
      Files.createDirectories(workDirectory);
      Path directory = Files.createTempDirectory(workDirectory.toAbsolutePath(), name + "-");
      Programs programs = Programs.locate();
      List<String> command =
          new ArrayList<>(
              line.isNative()
                  ? programs.command(line, role(mainClass))
                  : programs.command(line, classPath, mainClass));
      Map<String, String> own = new TreeMap<>(settings);
      String named = own.remove(ConsumerSettings.PROCESS);
      if (named != null) {
        // For the client library, before any class is loaded; the program does not know of it.
        command.add(1, "-Dproject.name=" + named);
      }
      own.forEach((key, value) -> command.add(key + "=" + value));
      command.add("home=" + directory);
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectError(log(directory).toFile())
              .start();
      CheckRecords.programStarted(line.folder());
      return new ProgramProcess(name + " on " + line.folder(), directory, process);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start " + name + " on " + line.folder(), e);
    }
  }

  /** The argument that tells a program in another language which of the two to be. */
  private static String role(String mainClass) {
    return mainClass.endsWith(".ProviderMain") ? "provider" : "consumer";
  }

  /**
   * Waits for an event.
   *
   * @throws ProgramException if the program ends before it, or says nothing of the kind in time
   */
  JsonNode await(String what, Predicate<JsonNode> wanted, Duration atMost) {
    long until = System.nanoTime() + atMost.toNanos();
    try {
      while (true) {
        JsonNode event = events.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (event == null) {
          throw failure("gave no " + what + " within " + atMost.toSeconds() + " s");
        }
        if (event == end) {
          throw failure("ended before its " + what + exitStatus());
        }
        if (wanted.test(event)) {
          return event;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("was not waited for: interrupted");
    }
  }

  /** Sends a line. If the program is gone, the next wait says so. */
  void send(String line) {
    try {
      OutputStream in = process.getOutputStream();
      in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      in.flush();
    } catch (IOException gone) {
      // Seen by whoever waits for the answer.
    }
  }

  void sendJson(Map<String, String> object) {
    try {
      send(json.writeValueAsString(object));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends it at once, as {@code kill -9} does, and waits until it is gone. */
  void kill() {
    process.destroyForcibly();
    if (!ended(LAST_WAIT)) {
      throw failure("survived kill -9");
    }
  }

  /** Lets it end by itself after a last line, and ends it by force when it does not. */
  void end(String lastLine) {
    send(lastLine);
    closeInput();
    if (!ended(LAST_WAIT)) {
      kill();
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  Path log() {
    return log(directory);
  }

  /** The last lines of its log. */
  String tail() {
    Path log = log();
    try (var channel = Files.newByteChannel(log)) {
      channel.position(Math.max(0, channel.size() - TAIL_BYTES));
      ByteBuffer bytes = ByteBuffer.allocate(TAIL_BYTES);
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // Until the buffer is full or the file at its end.
      }
      List<String> lines =
          new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return "(no log: " + e + ")";
    }
  }

  ProgramException failure(String what) {
    return new ProgramException(
        name + " (process " + pid() + ") " + what + ". Log: " + log() + ", its end:\n" + tail());
  }

  private void readEvents() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        // The JVM itself may print a warning there.
        if (line.startsWith("{")) {
          events.put(json.readTree(line));
        }
      }
    } catch (IOException unreadable) {
      // The same as no more events, and the log is shown with it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // Never blocks: a full queue has a reader that has not kept up, and it will see the process
    // gone.
    events.offer(end);
  }

  private String exitStatus() {
    return ended(LAST_WAIT) ? ", with status " + process.exitValue() : "";
  }

  private boolean ended(Duration atMost) {
    try {
      return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }

  private void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException alreadyGone) {
      // What was wanted.
    }
  }

  private static Path log(Path directory) {
    return directory.resolve("program.log");
  }
}
