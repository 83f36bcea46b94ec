package io.landbridge.host.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PushPaceTest {

  private static final ServiceKey ORDERS =
      new ServiceKey(NamespaceId.of("public"), "DEFAULT_GROUP", "orders");
  private static final ServiceKey STOCK =
      new ServiceKey(NamespaceId.of("public"), "DEFAULT_GROUP", "stock");

  private long now = Long.MAX_VALUE - Duration.ofSeconds(1).toNanos();
  private final PushPace pace =
      new PushPace(Duration.ofMillis(500), Duration.ofSeconds(5), () -> now);

  @Test
  void aChangeAfterAQuietTimeIsPushedAtOnce() {
    assertThat(delay(ORDERS)).hasValue(0L);
    pace.begin(ORDERS);
    pass(500);
    assertThat(delay(ORDERS)).hasValue(0L);
    assertThat(delay(STOCK)).as("each service for itself").hasValue(0L);
  }

  @Test
  void whatComesBeforeAPushBeginsIsTakenAlongHoweverLateItBegins() {
    assertThat(delay(ORDERS)).hasValue(0L);
    pass(100);
    assertThat(delay(ORDERS)).isEmpty();
    pass(3_000);
    assertThat(delay(ORDERS)).isEmpty();
    pace.begin(ORDERS);
    pass(200);
    assertThat(delay(ORDERS)).as("half a second after it has begun").hasValue(300L);
  }

  @Test
  void whatChangesAllTheTimeIsPushedEveryHalfSecond() {
    assertThat(delay(ORDERS)).hasValue(0L);
    pace.begin(ORDERS);
    for (int i = 0; i < 3; i++) {
      pass(200);
      assertThat(delay(ORDERS)).hasValue(300L);
      pass(150);
      assertThat(delay(ORDERS)).isEmpty();
      pass(150);
      pace.begin(ORDERS);
    }
  }

  @Test
  void aPushThatDoesNotBeginIsMadeAnew() {
    assertThat(delay(ORDERS)).hasValue(0L);
    pass(4_999);
    assertThat(delay(ORDERS)).isEmpty();
    pass(1);
    assertThat(delay(ORDERS)).hasValue(0L);
  }

  @Test
  void aPushOfSomebodyElseSaysNothingOfTheNext() {
    pace.begin(ORDERS);
    assertThat(delay(ORDERS)).hasValue(0L);
  }

  @Test
  void servicesWithoutChangesAreForgotten() {
    for (int i = 0; i < 5_000; i++) {
      ServiceKey service = new ServiceKey(NamespaceId.of("public"), "DEFAULT_GROUP", "service" + i);
      pace.delay(service);
      if (i % 2 == 0) {
        pace.begin(service);
      }
      pass(10);
    }
    assertThat(pace.size()).isLessThan(1_100);
  }

  private void pass(long millis) {
    now += Duration.ofMillis(millis).toNanos();
  }

  private Optional<Long> delay(ServiceKey service) {
    return pace.delay(service).map(Duration::toMillis);
  }
}
