package io.landbridge.front.poll;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.front.config.ConfigName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LongPollsIT {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final PollLimits MANY = PollLimits.of(100_000);

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final Map<String, List<ConfigName>> told = new ConcurrentHashMap<>();
  private final AtomicInteger answers = new AtomicInteger();

  private static ConfigName name(String dataId) {
    return new ConfigName(dataId, "G", "");
  }

  private Optional<LongPolls.Poll> add(LongPolls polls, String poll, String... names) {
    return polls.add(
        List.of(names).stream().map(LongPollsIT::name).toList(),
        "10.0.0.1",
        LONG,
        changed -> {
          answers.incrementAndGet();
          told.put(poll, changed);
        });
  }

  @Test
  void changeTellsThoseThatWaitForIt() {
    LongPolls polls = new LongPolls(MANY, now::get);
    add(polls, "one", "a", "b");
    add(polls, "two", "b", "b");
    add(polls, "three", "c");
    polls.changed(name("a"));
    assertThat(told).containsOnlyKeys("one").containsEntry("one", List.of(name("a")));
    polls.changed(name("b"));
    polls.changed(name("b"));
    polls.changed(new ConfigName("c", "G", "dev"));
    assertThat(told).containsOnlyKeys("one", "two").containsEntry("two", List.of(name("b")));
    assertThat(answers).hasValue(2);
    assertThat(polls.counts()).extracting(PollCounts::waiting, PollCounts::told).contains(1, 2L);
  }

  /** The clock overflows while they wait. */
  @Test
  void pollsEndAfterTheirTime() {
    LongPolls polls = new LongPolls(MANY, now::get);
    add(polls, "first", "a");
    polls.expire();
    assertThat(told).isEmpty();
    now.addAndGet(Duration.ofSeconds(10).toNanos());
    add(polls, "second", "a");
    now.addAndGet(Duration.ofSeconds(20).toNanos() - 1);
    polls.expire();
    assertThat(told).isEmpty();
    now.incrementAndGet();
    polls.expire();
    assertThat(told).containsOnlyKeys("first").containsEntry("first", List.of());
    now.addAndGet(Duration.ofSeconds(10).toNanos());
    polls.expire();
    assertThat(told).containsOnlyKeys("first", "second");
    assertThat(polls.counts()).isEqualTo(new PollCounts(0, 0, 0, 2, 0, 0));
  }

  @Test
  void releasedPollIsNotTold() {
    LongPolls polls = new LongPolls(MANY, now::get);
    LongPolls.Poll poll = add(polls, "one", "a").orElseThrow();
    poll.release();
    poll.release();
    poll.tell(List.of(name("a")));
    polls.changed(name("a"));
    polls.close();
    assertThat(told).isEmpty();
    assertThat(polls.counts()).isEqualTo(new PollCounts(0, 0, 0, 0, 1, 0));
  }

  @Test
  void pollsAreBoundedInNumberAndBytes() {
    LongPolls few = new LongPolls(new PollLimits(2, 100, 1 << 20, 1 << 20), now::get);
    assertThat(add(few, "one", "a")).isPresent();
    LongPolls.Poll second = add(few, "two", "a").orElseThrow();
    assertThat(add(few, "three", "a")).isEmpty();
    second.release();
    assertThat(add(few, "three", "a")).isPresent();

    LongPolls small = new LongPolls(new PollLimits(100, 100, 10_000, 1 << 20), now::get);
    assertThat(add(small, "large", "a".repeat(5_000))).isEmpty();
    assertThat(add(small, "less", "a".repeat(4_000))).isPresent();
    assertThat(small.counts().bytes()).isBetween(8_000L, 10_000L);

    LongPolls fair = new LongPolls(new PollLimits(100, 1, 1 << 20, 1 << 20), now::get);
    assertThat(add(fair, "one", "a")).isPresent();
    assertThat(add(fair, "two", "a")).isEmpty();
    assertThat(fair.add(List.of(name("a")), "10.0.0.2", LONG, changed -> {})).isPresent();
    LongPolls fairBytes = new LongPolls(new PollLimits(100, 100, 1 << 20, 2_000), now::get);
    assertThat(add(fairBytes, "one", "a")).isPresent();
    assertThat(add(fairBytes, "two", "a")).isEmpty();
    assertThat(fairBytes.counts().refused()).isEqualTo(1);
  }

  /** Whatever happens at the same time, each poll is answered once. */
  @Test
  void eachPollIsAnsweredOnce() throws Exception {
    LongPolls polls = new LongPolls(MANY, System::nanoTime);
    int threads = 8;
    int rounds = 2_000;
    CountDownLatch ended = new CountDownLatch(threads);
    Map<Integer, AtomicInteger> byPoll = new ConcurrentHashMap<>();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      for (int thread = 0; thread < threads; thread++) {
        int of = thread;
        pool.execute(
            () -> {
              for (int i = 0; i < rounds; i++) {
                AtomicInteger count = new AtomicInteger();
                byPoll.put(of * rounds + i, count);
                polls.add(
                    List.of(name("n" + i % 7), name("n" + (i + of) % 7)),
                    "10.0.0." + of,
                    i % 3 == 0 ? Duration.ZERO : LONG,
                    changed -> count.incrementAndGet());
                polls.changed(name("n" + (i + 3) % 7));
                polls.expire();
              }
              ended.countDown();
            });
      }
      assertThat(ended.await(2, TimeUnit.MINUTES)).isTrue();
      polls.close();
      assertThat(byPoll).hasSize(threads * rounds);
      assertThat(byPoll.values()).allSatisfy(count -> assertThat(count).hasValue(1));
      assertThat(polls.counts())
          .extracting(PollCounts::waiting, PollCounts::bytes)
          .containsExactly(0, 0L);
    } finally {
      pool.shutdownNow();
    }
  }

  /** What the front itself keeps; the server has some more for each connection. */
  @Test
  void twentyThousandPollsTakeLittleHeap() {
    LongPolls polls = new LongPolls(PollLimits.of(20_000), now::get);
    long before = usedBytes();
    List<LongPolls.Poll> kept = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      List<ConfigName> names =
          IntStream.range(i % 500, i % 500 + 10).mapToObj(each -> name("shop-" + each)).toList();
      polls
          .add(names, "10.0." + i / 5_000 + ".1", LONG, changed -> answers.incrementAndGet())
          .ifPresent(kept::add);
    }
    assertThat(kept).hasSize(20_000);
    eventually(() -> assertThat(usedBytes() - before).isLessThan(50L << 20));
    long start = System.nanoTime();
    IntStream.range(0, 600).forEach(each -> polls.changed(name("shop-" + each)));
    assertThat(answers).hasValue(20_000);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
