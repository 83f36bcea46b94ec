package io.landbridge.migrate.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long the rest takes. */
class RemainingTimeTest {

  @ParameterizedTest
  @CsvSource({
    "200,400,10,'200 of 400 services, about 10 s left'",
    "200,50000,1,'200 of 50000 services, about 4 min 9 s left'",
    "400,401,1,'400 of 401 services, about 0 s left'"
  })
  void asLongAsWhatIsDoneTook(int done, int all, long seconds, String is) {
    assertThat(LandscapeReader.remaining(done, all, seconds * 1_000_000_000L)).isEqualTo(is);
  }
}
