package io.landbridge.bridge.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.ImportedInstance;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RejectedExportsTest {

  private static final RegisteredInstance ONE =
      new RegisteredInstance("10.0.0.1", 80, "DEFAULT", 1, true, true, false, Map.of());
  private static final ImportedInstance.Key KEY =
      LegacyContent.key(new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop"), ONE);

  private long minutes;
  private final RejectedExports refusals =
      new RejectedExports(() -> TimeUnit.MINUTES.toNanos(minutes));

  @Test
  void theSameIsTriedLessAndLessOften() {
    assertThat(refusals.waits(KEY, ONE)).isFalse();
    long tries = 0;
    for (minutes = 0; minutes < 24 * 60; minutes++) {
      if (!refusals.waits(KEY, ONE)) {
        refusals.addHealth(KEY, ONE, "no");
        tries++;
      }
    }

    // After 1, 2, 4, 8, 16 and 32 minutes, and then every hour.
    assertThat(tries).isEqualTo(7 + 22);
  }

  @Test
  void aServerThatFailedIsAskedAgainSoon() {
    long tries = 0;
    for (minutes = 0; minutes <= 60; minutes++) {
      if (!refusals.waits(KEY, ONE)) {
        refusals.add(KEY, ONE, failure(Kind.UNEXPECTED_ANSWER));
        tries++;
      }
    }

    // At once, after a minute, and then every two.
    assertThat(tries).isEqualTo(2 + 29);
  }

  @Test
  void somethingElseOfTheSameIsTriedAtOnce() {
    refusals.add(KEY, ONE, failure(Kind.REFUSED));

    assertThat(refusals.waits(KEY, ONE)).isTrue();
    assertThat(refusals.waits(KEY, ONE.withHealth(false))).isFalse();
  }

  @Test
  void tellsWhetherOnlyTheHealthIsRefused() {
    refusals.addHealth(KEY, ONE, "no health");
    assertThat(refusals.whyHealth(KEY)).contains("no health");
    assertThat(refusals.why(KEY)).isEmpty();

    refusals.add(KEY, ONE, failure(Kind.REFUSED));
    assertThat(refusals.whyHealth(KEY)).isEmpty();
    assertThat(refusals.why(KEY)).contains("what");
    assertThat(refusals.summary()).hasValueSatisfying(it -> assertThat(it).contains("what"));

    refusals.retain(key -> false);
    assertThat(refusals.summary()).isEmpty();
  }

  @Test
  void aClusterThatDoesNotAnswerRefusesNobody() {
    assertThat(failure(Kind.REFUSED).concernsOne()).isTrue();
    assertThat(failure(Kind.UNEXPECTED_ANSWER).concernsOne()).isTrue();
    assertThat(failure(Kind.TOO_LARGE).concernsOne()).isTrue();
    assertThat(failure(Kind.INCOMPLETE).concernsOne()).isTrue();
    assertThat(failure(Kind.UNREACHABLE).concernsOne()).isFalse();
    assertThat(failure(Kind.UNAUTHORISED).concernsOne()).isFalse();
  }

  private static RegistryException failure(Kind kind) {
    return new RegistryException(kind, "what", "where", "advice");
  }
}
