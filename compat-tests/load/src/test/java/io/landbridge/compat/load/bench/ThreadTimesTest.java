package io.landbridge.compat.load.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadTimesTest {

  @ParameterizedTest
  @CsvSource({
    "landbridge-observer,                       landbridge-observer",
    "com.alibaba.nacos.naming.push.12,          com-alibaba-nacos-naming-push",
    "grpc-default-executor-3,                   grpc-default-executor",
    "nacos-grpc-executor-127.0.0.1:8848-17,     nacos-grpc-executor",
    "C1 CompilerThread0,                        C-CompilerThread",
    "1234,                                      unnamed"
  })
  void threadsOfOneKindAreOneGroup(String name, String group) {
    assertThat(ThreadTimes.group(name)).isEqualTo(group);
  }

  @Test
  void countsWhatAThreadTakesUnderItsWholeName() throws Exception {
    ThreadTimes times = new ThreadTimes(ProcessHandle.current().pid());
    CountDownLatch worked = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    Thread busy =
        new Thread(
            () -> {
              long until = System.nanoTime() + 300_000_000L;
              while (System.nanoTime() < until) {
                Thread.onSpinWait();
              }
              worked.countDown();
              awaitQuietly(over);
            },
            "a-thread-with-a-name-that-is-long-7");
    busy.start();
    worked.await();

    try {
      assertThat(times.byGroup())
          .containsKey("a-thread-with-a-name-that-is-long")
          .doesNotContainKey("a-thread-with-a");
    } finally {
      over.countDown();
      busy.join();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
