package io.landbridge.compat.client;

import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.Prepared;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the build leaves the programs.
 *
 * @param directory {@code compat-tests/programs} of the build tree
 */
record Programs(Path directory) {

  private static final String BELOW_ROOT = "compat-tests/programs";

  /**
   * The programs of the build tree this process belongs to.
   *
   * @throws IllegalStateException if the working directory is not inside of one
   */
  static Programs locate() {
    return new Programs(Artifacts.locate().root().resolve(BELOW_ROOT));
  }

  /** Whether the build made a program of the operating system. */
  boolean hasProgram(ProgramLine line) {
    return Files.isExecutable(program(line));
  }

  private Path program(ProgramLine line) {
    return directory.resolve(line.folder()).resolve("target/program");
  }

  /**
   * The command that starts a program of the operating system as a provider or a consumer, without
   * its arguments.
   */
  List<String> command(ProgramLine line, String role) {
    if (!hasProgram(line)) {
      throw new IllegalStateException(
          "%s does not exist: it is built where there is a Go. Build it: %s/build"
              .formatted(program(line), directory.resolve(line.folder())));
    }
    return List.of(program(line).toString(), role);
  }

  /**
   * The command that starts a main class with what was prepared for its class path, without its
   * arguments.
   *
   * @param more added to the class path
   */
  List<String> command(ProgramLine line, List<Path> more, String mainClass) {
    return command(line, prepared(line).options(), more, mainClass);
  }

  /** The same with other options for the JVM. */
  List<String> command(ProgramLine line, List<String> options, List<Path> more, String mainClass) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + directory.resolve("jvm.args"));
    command.addAll(options);
    command.add("-cp");
    command.add(
        Stream.concat(classPath(line).stream(), more.stream())
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)));
    command.add(mainClass);
    return List.copyOf(command);
  }

  /** The prepared files of a class path. */
  Prepared prepared(ProgramLine line) {
    return new Prepared(directory.resolve(line.folder()).resolve("target/prepared"));
  }

  /** The jars of a class path, in order. */
  List<Path> classPath(ProgramLine line) {
    Path file = directory.resolve(line.folder()).resolve("target/classpath.txt");
    if (!Files.isRegularFile(file)) {
      throw new IllegalStateException(
          file
              + " does not exist. Build it: ./mvnw -q -DskipTests -pl "
              + BELOW_ROOT
              + "/"
              + line.folder()
              + " -am package");
    }
    try {
      return Arrays.stream(Files.readString(file).strip().split(File.pathSeparator, -1))
          .map(Path::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
