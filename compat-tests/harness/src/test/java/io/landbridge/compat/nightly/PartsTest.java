package io.landbridge.compat.nightly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PartsTest {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();

  private final List<Part> full = Parts.all(ROOT, false);
  private final List<Part> small = Parts.all(ROOT, true);

  @Test
  void everyBenchmarkAndEveryRunIsAPart() throws Exception {
    List<String> expected = new ArrayList<>();
    Pattern.compile("(?m)^  ([a-z0-9-]+)  +\\S")
        .matcher(Files.readString(ROOT.resolve("compat-tests/bench")))
        .results()
        .map(each -> each.group(1))
        .filter(each -> !each.equals("all"))
        .forEach(each -> expected.add("bench-" + each));
    Pattern.compile("(?m)^#   compat-tests/run ([a-z]+)")
        .matcher(Files.readString(ROOT.resolve("compat-tests/run")))
        .results()
        .map(each -> each.group(1))
        // The last wants releases that somebody has downloaded.
        .filter(each -> !List.of("nightly", "official").contains(each))
        .forEach(expected::add);

    assertThat(expected).hasSize(19);
    assertThat(full.stream().map(Part::name))
        .containsAll(expected)
        .contains("mixed-lists", "outage", "mapping")
        .doesNotHaveDuplicates();
  }

  @Test
  void smallRunHasTheSamePartsWithOtherOptions() {
    assertThat(small.stream().map(Part::name))
        .containsExactlyElementsOf(full.stream().map(Part::name).toList());
    assertThat(small).allSatisfy(part -> assertThat(full).doesNotContain(part));
    assertThat(full)
        .filteredOn(part -> part.name().startsWith("bench-"))
        .allSatisfy(
            part -> {
              assertThat(part.command()).endsWith("--json");
              assertThat(part.figures()).isNotEmpty();
            });
  }

  @Test
  void longScenariosAreAskedFor() {
    assertThat(full.stream().map(Part::toString))
        .anyMatch(each -> each.endsWith("run translation --full"))
        .anyMatch(each -> each.endsWith("run faults"))
        .anyMatch(each -> each.endsWith("-Dlandbridge.mixed.minutes=10"))
        .anyMatch(each -> each.endsWith("-Dlandbridge.outage.minutes=5"))
        .anyMatch(each -> each.endsWith("-Dlandbridge.mapping=all"));
  }

  @Test
  void partsAreChosenByNameInTheirOwnOrder() {
    assertThat(NightlyCommand.chosen(full, List.of("faults", "bench-push")))
        .extracting(Part::name)
        .containsExactly("bench-push", "faults");
    assertThat(NightlyCommand.chosen(full, List.of())).isEqualTo(full);
    assertThatThrownBy(() -> NightlyCommand.chosen(full, List.of("fault")))
        .hasMessageContaining("there is no part fault: it can be bench-cli-start,");
  }
}
