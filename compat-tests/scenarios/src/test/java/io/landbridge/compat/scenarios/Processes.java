package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Looks into processes of this machine. */
final class Processes {

  private Processes() {}

  /**
   * The process uses the archive of loaded classes that was made for it. Only Linux tells which
   * files a process has mapped.
   *
   * @param module the folder below {@code compat-tests} that it was prepared in
   */
  static void usesArchive(long pid, String module) throws IOException {
    Path maps = Path.of("/proc", Long.toString(pid), "maps");
    if (Files.isReadable(maps)) {
      assertThat(Files.readAllLines(maps))
          .anyMatch(line -> line.endsWith(module + "/target/prepared/classes.jsa"));
    }
  }

  /** Fails unless a process has a file open; passes where the system does not tell. */
  static void hasOpen(long pid, Path file) throws IOException {
    Path open = Path.of("/proc", Long.toString(pid), "fd");
    if (Files.isReadable(open)) {
      try (Stream<Path> descriptors = Files.list(open)) {
        assertThat(descriptors.map(Processes::target))
            .anyMatch(each -> each.endsWith("/" + file.getFileName()));
      }
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      // It was closed meanwhile.
      return "";
    }
  }
}
