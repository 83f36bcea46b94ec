package io.landbridge.migrate.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.Loss;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every loss has a severity and an advice, and the page for operators the same severity. */
class LossAdviceTest {

  @Test
  void everyKindIsInThePage() throws Exception {
    String page = Files.readString(Path.of("../docs/losses.md"));

    assertThat(Stream.of(Loss.Kind.values()))
        .allSatisfy(
            kind -> {
              LossAdvice advice = LossAdvice.of(kind);
              assertThat(advice.advice()).isNotBlank();
              assertThat(page)
                  .contains(
                      "| `%s` | %s | %s | "
                          .formatted(kind, kind.dropped() ? "yes" : "no", advice.severity()));
            });
  }

  @Test
  void nothingThatIsDroppedIsOnlyGoodToKnowUnlessItOffersNothing() {
    assertThat(Stream.of(Loss.Kind.values()))
        .filteredOn(kind -> kind.dropped() && LossAdvice.of(kind).severity() == Severity.INFO)
        .containsExactly(Loss.Kind.NO_SERVICES);
  }
}
