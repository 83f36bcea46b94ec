package io.landbridge.host.nacos;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PushPaceTest {

  private static final ServiceKey ORDERS =
      new ServiceKey(NamespaceId.of("public"), "DEFAULT_GROUP", "orders");
  private static final ServiceKey STOCK =
      new ServiceKey(NamespaceId.of("public"), "DEFAULT_GROUP", "stock");

  private long now = Long.MAX_VALUE - Duration.ofSeconds(1).toNanos();
  private final PushPace pace =
      new PushPace(Duration.ofMillis(500), Duration.ofMillis(120), () -> now);

  @Test
  void aChangeAfterAQuietTimeIsPushedAtOnce() {
    assertThat(millis(ORDERS)).isZero();
    pass(500);
    assertThat(millis(ORDERS)).isZero();
    assertThat(millis(STOCK)).as("each service for itself").isZero();
  }

  @Test
  void whatComesWhileATaskMayStillWaitDoesNotPutItOff() {
    assertThat(millis(ORDERS)).isZero();
    pass(100);
    assertThat(millis(ORDERS)).isZero();
  }

  @Test
  void whatChangesAllTheTimeIsPushedEveryHalfSecond() {
    assertThat(millis(ORDERS)).isZero();
    pass(200);
    assertThat(millis(ORDERS)).as("due half a second after the first").isEqualTo(300);
    pass(150);
    assertThat(millis(ORDERS))
        .as("the engine counts it from when the task was made that waits")
        .isEqualTo(300);
    pass(150);
    // Half a second after the first: the second may be under way.
    assertThat(millis(ORDERS)).isEqualTo(300);
    pass(200);
    assertThat(millis(ORDERS)).as("due half a second after the second").isEqualTo(300);
  }

  @Test
  void servicesWithoutChangesAreForgotten() {
    for (int i = 0; i < 5_000; i++) {
      pace.delay(new ServiceKey(NamespaceId.of("public"), "DEFAULT_GROUP", "service" + i));
      pass(10);
    }
    assertThat(pace.size()).isLessThan(1_100);
  }

  private void pass(long millis) {
    now += Duration.ofMillis(millis).toNanos();
  }

  private long millis(ServiceKey service) {
    return pace.delay(service).toMillis();
  }
}
