package io.landbridge.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TokenBucketTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void twoSecondsAtOnceAndThenOneByOne() {
    TokenBucket bucket = new TokenBucket(10, 0);
    for (int i = 0; i < 20; i++) {
      assertThat(bucket.nanosUntilOne(0)).isZero();
      bucket.take(0);
    }
    assertThat(bucket.nanosUntilOne(0)).isEqualTo(SECOND / 10);
    assertThat(bucket.nanosUntilOne(SECOND / 10)).isZero();
  }

  @Property
  void inNoSecondMoreThanThreeSecondsWorth(
      @ForAll @IntRange(min = 1, max = 50) int perSecond,
      @ForAll @LongRange(min = Long.MIN_VALUE / 2, max = Long.MAX_VALUE / 2) long start,
      @ForAll @Size(max = 300) List<@LongRange(max = 2_000_000_000) Long> pauses) {
    TokenBucket bucket = new TokenBucket(perSecond, start);
    Deque<Long> taken = new ArrayDeque<>();
    long now = start;
    for (long pause : pauses) {
      // Half of them as fast as it goes.
      now += pause % 2 == 0 ? bucket.nanosUntilOne(now) : pause;
      if (bucket.nanosUntilOne(now) == 0) {
        bucket.take(now);
        taken.add(now);
      }
      while (now - taken.getFirst() > SECOND) {
        taken.removeFirst();
      }
      assertThat(taken).hasSizeLessThanOrEqualTo(3 * perSecond + 1);
    }
  }
}
