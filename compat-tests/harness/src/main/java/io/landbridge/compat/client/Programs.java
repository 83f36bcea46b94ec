package io.landbridge.compat.client;

import io.landbridge.compat.cluster.Artifacts;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /**
   * The command that starts a main class, without its arguments.
   *
   * @param more added to the class path
   */
  List<String> command(ProgramLine line, List<Path> more, String mainClass) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "@" + directory.resolve("jvm.args"),
        "-cp",
        Stream.concat(Stream.of(classPath(line)), more.stream().map(Path::toString))
            .collect(Collectors.joining(File.pathSeparator)),
        mainClass);
  }

  private String classPath(ProgramLine line) {
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
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
