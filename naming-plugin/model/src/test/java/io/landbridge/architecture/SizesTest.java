package io.landbridge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No class of the product is long, and no package has many of them: they can be read in one go. */
class SizesTest {

  private static final int LINES = 450;
  private static final int CLASSES = 25;

  @TempDir private Path directory;

  @Test
  void classesAndPackagesAreSmall() throws IOException {
    assertThat(tooLarge(SourceTexts.files(SourceTexts.root()))).isEmpty();
  }

  @Test
  void aLongClassAndAFullPackageAreFound() throws IOException {
    Path home = Files.createDirectories(directory.resolve("full"));
    List<Path> files = new ArrayList<>();
    for (int i = 0; i <= CLASSES; i++) {
      files.add(Files.writeString(home.resolve("A%d.java".formatted(i)), "class A {}\n"));
    }
    Path small = Files.createDirectories(directory.resolve("small"));
    files.add(Files.writeString(small.resolve("Long.java"), "\n".repeat(LINES + 1)));
    files.add(Files.writeString(small.resolve("package-info.java"), "\n"));

    assertThat(tooLarge(files)).containsExactly("Long.java has 451 lines", "full has 26 classes");
  }

  private static List<String> tooLarge(List<Path> files) throws IOException {
    List<String> found = new ArrayList<>();
    SortedMap<Path, Integer> packages = new TreeMap<>();
    for (Path file : files) {
      if (file.endsWith("package-info.java")) {
        continue;
      }
      packages.merge(file.getParent(), 1, Integer::sum);
      long lines;
      try (Stream<String> all = Files.lines(file)) {
        lines = all.count();
      }
      if (lines > LINES) {
        found.add("%s has %d lines".formatted(file.getFileName(), lines));
      }
    }
    found.addAll(
        packages.entrySet().stream()
            .filter(each -> each.getValue() > CLASSES)
            .map(
                each -> "%s has %d classes".formatted(each.getKey().getFileName(), each.getValue()))
            .collect(Collectors.toList()));
    return found;
  }
}
