package io.landbridge.registry.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that takes so much of its processors for each request is kept below the limit. */
class ProcessorLimitTest {

  private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

  private long now = Long.MAX_VALUE - 5;
  private long longestWait;
  private int sentSinceReading;
  private long lastReading = now;

  private ProcessorLimit limit(int percent) {
    return new ProcessorLimit(
        percent,
        () -> now,
        nanos -> {
          longestWait = Math.max(longestWait, nanos);
          now += nanos;
        });
  }

  private double run(ProcessorLimit limit, int seconds, double idle, double each)
      throws RegistryException {
    long end = now + TimeUnit.SECONDS.toNanos(seconds);
    int sent = 0;
    while (now - end < 0) {
      limit.await("here", () -> read(idle, each));
      now += TimeUnit.MICROSECONDS.toNanos(200);
      sentSinceReading++;
      sent++;
    }
    return idle + sent * each / seconds;
  }

  private Optional<ProcessorShare> read(double idle, double each) {
    double seconds = Math.max(0.001, (now - lastReading) / SECOND);
    double share = Math.min(1, idle + sentSinceReading * each / seconds);
    lastReading = now;
    sentSinceReading = 0;
    return Optional.of(new ProcessorShare(share, true));
  }

  @ParameterizedTest
  @CsvSource({"20,0,0.001", "20,0.1,0.0005", "50,0,0.0004", "90,0.3,0.02"})
  void itStaysBelowAndNotFarBelow(int percent, double idle, double each) throws Exception {
    ProcessorLimit limit = limit(percent);
    run(limit, 30, idle, each);

    double share = run(limit, 60, idle, each);

    assertThat(share).isBetween(percent / 100.0 * 0.75, percent / 100.0);
    assertThat(limit.readings().mean()).isBetween(0.0, percent / 100.0);
    assertThat(limit.readings().ofProcess()).isTrue();
  }

  @Test
  void aServerThatHasNothingToDoIsAskedAtOnce() throws Exception {
    ProcessorLimit limit = limit(50);
    run(limit, 60, 0, 0.00001);
    longestWait = 0;

    assertThat(run(limit, 10, 0, 0.00001)).isGreaterThan(0.04);
    assertThat(longestWait).isLessThan(TimeUnit.MILLISECONDS.toNanos(2));
  }

  @Test
  void whenOthersKeepTheServerBusyItGoesOnSlowly() throws Exception {
    ProcessorLimit limit = limit(30);
    run(limit, 60, 0.8, 0.001);

    assertThat(run(limit, 60, 0.8, 0.001)).isLessThan(0.802);
    assertThat(longestWait).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
    assertThat(limit.readings().above()).isEqualTo(limit.readings().count());
  }

  @Test
  void aServerThatTellsNothingIsNotAsked() {
    ProcessorLimit limit = limit(20);
    assertThatThrownBy(() -> limit.await("here", Optional::empty))
        .isInstanceOf(RegistryException.class)
        .hasMessageContaining("does not expose");
  }

  @Test
  void aServerThatStartsAgainIsHardlyAskedMeanwhile() throws Exception {
    ProcessorLimit limit = limit(20);
    run(limit, 10, 0, 0.001);
    long began = now;
    for (int i = 0; i < 30; i++) {
      limit.await("here", Optional::empty);
    }
    assertThat(now - began).isGreaterThan(TimeUnit.SECONDS.toNanos(20));
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 60; i++) {
                limit.await("here", Optional::empty);
              }
            })
        .hasMessageContaining("does not expose");
  }

  @ParameterizedTest
  @CsvSource({"0", "100"})
  void whatIsNoLimitIsRefused(int percent) {
    assertThatThrownBy(() -> limit(percent)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "'# TYPE process_cpu_usage gauge\nprocess_cpu_usage 0.25\nx 1' | 0.25 | true",
        "'process_cpu_usage{application=\"nacos\",} 1.5E-2' | 0.015 | true",
        "'process_cpu_usage NaN' | none | none",
        "'system_cpu_usage 0.5' | none | none",
        "'{\"code\":0,\"data\":{\"cpu\":0.5}}' | 0.5 | false",
        "'{\"status\":\"UP\",\"cpu\":0.5}' | 0.5 | false",
        "'{\"status\":\"UP\",\"cpu\":-1.0}' | none | none",
        "'{\"status\":\"UP\"}' | none | none",
        "'<html>' | none | none"
      })
  void whatServersTell(String page, @Nullable Double share, @Nullable Boolean ofProcess) {
    Answer answer =
        Answer.of(ServerAddress.parse("127.0.0.1"), "url", 200, page.getBytes(UTF_8), 0);
    assertThat(ProcessorShare.of(answer))
        .isEqualTo(
            share == null
                ? Optional.empty()
                : Optional.of(new ProcessorShare(share, Boolean.TRUE.equals(ofProcess))));
  }
}
