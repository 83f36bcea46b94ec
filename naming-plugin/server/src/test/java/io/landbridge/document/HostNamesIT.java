package io.landbridge.document;

import static io.landbridge.document.AnswersOfProvidersTest.assertReason;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name service that is slow, or knows nothing. */
@Timeout(30)
class HostNamesIT {

  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofSeconds(10);

  private final CountDownLatch answered = new CountDownLatch(1);
  private final AtomicInteger asked = new AtomicInteger();

  /** As the JDK's: it waits whoever interrupts it. */
  private final HostNames slow =
      new HostNames(
          host -> {
            asked.incrementAndGet();
            boolean waiting = true;
            while (waiting) {
              try {
                answered.await();
                waiting = false;
              } catch (InterruptedException e) {
                // Goes on waiting.
              }
            }
            return InetAddress.getByAddress(host, new byte[] {(byte) 192, 0, 2, 7});
          });

  @ParameterizedTest
  @ValueSource(strings = {"192.0.2.7", "2001:db8::7"})
  void anAddressIsLookedUpNowhere(String address) throws Exception {
    assertThat(slow.find(address, SHORT)).isEqualTo(InetAddress.getByName(address));
    assertThat(asked).hasValue(0);
  }

  @Test
  void aNameNobodyAnswersForIsGivenUp() {
    assertThatThrownBy(() -> slow.find("prov.example", SHORT))
        .satisfies(e -> assertReason(e, Reason.UNREACHABLE))
        .hasMessageContaining("'prov.example' was not resolved within 50 ms");
    answered.countDown();
  }

  @Test
  void onlySoManyAreWaitedForAtOnceAndOthersAreRefusedUntilTheyEnd() throws Exception {
    for (int i = 0; i < 8; i++) {
      assertThatThrownBy(() -> slow.find("prov.example", SHORT)).hasMessageContaining("within");
    }
    assertThatThrownBy(() -> slow.find("prov.example", LONG))
        .satisfies(e -> assertReason(e, Reason.UNREACHABLE))
        .hasMessageContaining("8 unanswered queries");
    assertThat(asked).hasValue(8);

    answered.countDown();
    await()
        .atMost(LONG)
        .ignoreExceptions()
        .untilAsserted(
            () -> assertThat(slow.find("prov.example", LONG).getHostAddress()).isNotEmpty());
  }

  @Test
  void whoIsInterruptedDoesNotWait() throws Exception {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> slow.find("prov.example", LONG))
        .isInstanceOf(InterruptedException.class);
    answered.countDown();
  }

  @Test
  void aNameThatNobodyKnowsIsNoProvider() {
    HostNames empty =
        new HostNames(
            host -> {
              throw new UnknownHostException(host);
            });

    assertThatThrownBy(() -> empty.find("prov.example", LONG))
        .satisfies(e -> assertReason(e, Reason.UNREACHABLE))
        .hasMessageContaining("cannot be resolved: 'prov.example'");
  }
}
