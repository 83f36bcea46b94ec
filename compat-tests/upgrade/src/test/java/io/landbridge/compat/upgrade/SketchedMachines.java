package io.landbridge.compat.upgrade;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Three machines that are files, for the commands of the runbook: what these call is sketched by
 * {@code world.sh}, and each call is written down.
 */
final class SketchedMachines {

  static final List<String> ADDRESSES = List.of("10.0.0.1:8848", "10.0.0.2:8848", "10.0.0.3:8848");

  private final Path world;

  private SketchedMachines(Path world) {
    this.world = world;
  }

  /** With three old servers that run, and new ones that are unpacked. */
  static SketchedMachines in(Path world) throws IOException {
    Path tools = Files.createDirectories(world.resolve("bin"));
    try (InputStream script = SketchedMachines.class.getResourceAsStream("world.sh")) {
      Files.copy(Objects.requireNonNull(script), tools.resolve("world.sh"));
    }
    Files.setPosixFilePermissions(
        tools.resolve("world.sh"), PosixFilePermissions.fromString("rwx------"));
    for (String tool : List.of("curl", "landbridge", "on", "sleep", "seq")) {
      Files.createSymbolicLink(tools.resolve(tool), Path.of("world.sh"));
    }
    Files.createDirectories(world.resolve("running"));
    Files.createDirectories(world.resolve("expiry"));
    Files.writeString(world.resolve("plugin.jar"), "the plugin");
    for (String address : ADDRESSES) {
      Path machine = world.resolve("machines").resolve(address);
      for (String home : List.of("old", "new")) {
        Files.createDirectories(machine.resolve(home).resolve("conf"));
        Files.createDirectories(machine.resolve(home).resolve("bin"));
        String running = "\"$WORLD/running/%s\"".formatted(address);
        // What was switched on this server alone is forgotten when it ends.
        script(
            machine,
            home,
            "startup.sh",
            "echo %s > %s; echo true > \"$WORLD/expiry/%s\"".formatted(home, running, address));
        script(machine, home, "shutdown.sh", "rm %s".formatted(running));
      }
      Files.writeString(machine.resolve("new/conf/application.properties"), "a=b\n");
      Files.writeString(
          machine.resolve("old/conf/cluster.conf"), String.join("\n", ADDRESSES) + "\n");
      Files.writeString(world.resolve("running").resolve(address), "old\n");
      Files.writeString(world.resolve("expiry").resolve(address), "true\n");
    }
    SketchedMachines machines = new SketchedMachines(world);
    machines.write("leader", "10.0.0.1:7848");
    machines.write("phase", "OFF");
    machines.write("plugin", "ACTIVE");
    return machines;
  }

  /** The same at this moment; what happens to one does not happen to the other. */
  SketchedMachines copyTo(Path copy) throws IOException {
    try (Stream<Path> files = Files.walk(world)) {
      for (Path each : files.toList()) {
        Files.copy(
            each,
            copy.resolve(world.relativize(each)),
            LinkOption.NOFOLLOW_LINKS,
            StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    return new SketchedMachines(copy);
  }

  private static void script(Path machine, String home, String name, String command)
      throws IOException {
    Path script = machine.resolve(home).resolve("bin").resolve(name);
    Files.writeString(script, "#!/bin/sh\n" + command + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
  }

  /**
   * How a step ended.
   *
   * @param status of the shell
   * @param said on both outputs
   * @param calls what it called, one after the other
   */
  record Ended(int status, String said, List<String> calls) {}

  /** Pastes a step. */
  Ended paste(Runbook book, Runbook.Pass pass, String step) throws Exception {
    Files.deleteIfExists(world.resolve("log"));
    Path pasted = world.resolve("step.sh");
    Path said = world.resolve("said");
    Files.writeString(pasted, book.functions() + pass.variables() + "\n" + step);
    ProcessBuilder builder =
        new ProcessBuilder("bash")
            .redirectErrorStream(true)
            .redirectInput(pasted.toFile())
            .redirectOutput(said.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("WORLD", world.toString());
    environment.merge("PATH", world.resolve("bin").toString(), (path, tools) -> tools + ":" + path);
    for (int i = 0; i < ADDRESSES.size(); i++) {
      environment.put("S" + (i + 1), ADDRESSES.get(i));
    }
    environment.putAll(
        Map.of(
            "OLD", "old",
            "NEW", "new",
            "PLUGIN", "../../plugin.jar",
            "NAMESPACES", "public",
            "START", "bin/startup.sh"));
    Process bash = builder.start();
    try {
      if (!bash.waitFor(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("Hangs: " + step);
      }
    } finally {
      bash.destroyForcibly();
    }
    Path log = world.resolve("log");
    return new Ended(
        bash.exitValue(),
        Files.readString(said),
        Files.exists(log) ? Files.readAllLines(log) : List.of());
  }

  /** From now on this call fails, however often it is made. */
  void breaks(String call) throws IOException {
    write("broken", call);
  }

  /** The plugin of each new server says so. */
  void plugin(String state) throws IOException {
    write("plugin", state);
  }

  String phase() {
    return read("phase").orElseThrow();
  }

  /** What runs there: old, new, or nothing. */
  Optional<String> running(String address) {
    return read("running/" + address);
  }

  boolean expires(String address) {
    return read("expiry/" + address).orElseThrow().equals("true");
  }

  /** The member list of an old server. */
  List<String> list(String address) throws IOException {
    return Files.readAllLines(
        world.resolve("machines").resolve(address).resolve("old/conf/cluster.conf"));
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(world.resolve(file), text + "\n");
  }

  private Optional<String> read(String file) {
    try {
      Path path = world.resolve(file);
      return Files.exists(path) ? Optional.of(Files.readString(path).strip()) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
