package io.landbridge.migrate.install;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A machine on which everything is as a test says. Its files are those of this machine. */
final class TestMachine implements Machine {

  final Map<String, String> environment = new HashMap<>();
  final Map<String, Path> path = new HashMap<>();
  final List<RunningProgram> running = new ArrayList<>();
  final Set<Path> readOnly = new HashSet<>();
  final Set<Path> unreadable = new HashSet<>();
  final List<List<String>> commands = new ArrayList<>();
  String user = System.getProperty("user.name");
  long freeBytes = 10L << 30;
  Finished verdict = new Finished(0, "Nacos 3.1.0 has everything this plugin needs.\n");
  String javaVersion = "";
  boolean busy;
  boolean unable;

  @Override
  public String variable(String name) {
    return environment.getOrDefault(name, "");
  }

  @Override
  public String user() {
    return user;
  }

  @Override
  public Optional<Path> program(String name) {
    return Optional.ofNullable(path.get(name));
  }

  @Override
  public List<RunningProgram> programs() {
    return List.copyOf(running);
  }

  @Override
  public long freeBytes(Path directory) {
    return freeBytes;
  }

  @Override
  public boolean isReadable(Path path) {
    return !unreadable.contains(path);
  }

  @Override
  public boolean isWritable(Path directory) {
    return !readOnly.contains(directory);
  }

  @Override
  public Finished run(List<String> command) throws IOException {
    commands.add(command);
    if (busy) {
      throw new TimeLimitException(60_000);
    }
    if (unable) {
      throw new IOException("No space left on device");
    }
    if (command.contains("-version")) {
      return new Finished(0, javaVersion);
    }
    return verdict;
  }
}
