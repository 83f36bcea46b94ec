package io.landbridge.compat.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.prepare.Preparations.Preparation;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PreparationsTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Map<String, String> left = new ConcurrentHashMap<>();
  private final Preparations preparations =
      new Preparations(2, new PrintStream(bytes, true, StandardCharsets.UTF_8), left::put);

  @Test
  void oneThatFailsForGoodIsLeftAndEndsNoOther() throws InterruptedException {
    AtomicInteger prepared = new AtomicInteger();

    preparations.run(
        List.of(
            new Preparation("a server", () -> fail("did not start\nits log")),
            new Preparation("another", prepared::incrementAndGet),
            new Preparation("a third", prepared::incrementAndGet)));

    assertThat(prepared).hasValue(2);
    assertThat(left)
        .containsExactly(Map.entry("a server", "java.lang.IllegalStateException: did not start"));
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("Preparing a server failed", "attempt 2 of 2", "its log");
  }

  @Test
  void oneThatFailsOnceIsTriedAgain() throws InterruptedException {
    AtomicInteger attempts = new AtomicInteger();

    preparations.run(
        List.of(
            new Preparation(
                "a server",
                () -> {
                  if (attempts.incrementAndGet() == 1) {
                    fail("did not start");
                  }
                })));

    assertThat(attempts).hasValue(2);
    assertThat(left).isEmpty();
  }

  private static void fail(String why) {
    throw new IllegalStateException(why);
  }
}
