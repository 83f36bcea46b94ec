package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosServer;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What 1.x clients cost a server that wait for a change of configurations, and how soon they are
 * told. Each waits for one configuration that all wait for and for one of its own group.
 */
final class LongPolls {

  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final int GROUPS = 100;

  /** Processor time in half a second with which a server is taken to be at rest. */
  private static final double REST_SECONDS = 0.03;

  private static final String CONFIGS = "/v1/cs/configs";
  private static final String ALL = "bench-polls-all";
  private static final String FEW = "bench-polls-few-";

  private final int waiters;
  private final Duration rest;

  /**
   * How it is run.
   *
   * @param waiters how many
   * @param rest for how long the processor time of a server at rest is measured, twice
   */
  LongPolls(int waiters, Duration rest) {
    this.waiters = waiters;
    this.rest = rest;
  }

  /** What the clients have of the configurations. Safe for use from any thread. */
  static final class Names {

    private final Map<String, String> digests = new ConcurrentHashMap<>();

    /** What every answer that tells of a change has in it. */
    String marker() {
      return "bench-polls-";
    }

    /** The request of a client, which waits for as long as a server lets it. */
    byte[] request(int waiter) {
      String listened = listened(ALL) + listened(FEW + waiter % GROUPS);
      String body = "Listening-Configs=" + URLEncoder.encode(listened, StandardCharsets.UTF_8);
      return RawHttpLoad.ascii(
          """
          POST /nacos/v1/cs/configs/listener HTTP/1.1\r
          Host: localhost\r
          Content-Type: application/x-www-form-urlencoded\r
          Client-Version: 1.4.6\r
          Long-Pulling-Timeout: 600000\r
          Content-Length: %d\r
          \r
          %s"""
              .formatted(body.length(), body));
    }

    private String listened(String dataId) {
      return dataId + "\u0002G\u0002" + digests.getOrDefault(dataId, "") + "\u0001";
    }

    void published(String dataId, String content) {
      try {
        byte[] digest =
            MessageDigest.getInstance("MD5").digest(content.getBytes(StandardCharsets.UTF_8));
        digests.put(dataId, HexFormat.of().formatHex(digest));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has MD5", e);
      }
    }
  }

  /**
   * One server.
   *
   * @param heapBytes live heap with the clients, less without them
   * @param idle processor seconds a second without clients
   * @param resting the same with them
   * @param few when those of a group were told, nanoseconds after the change was sent
   * @param all the same of all clients
   * @param missed who was not told in time
   */
  record Measured(long heapBytes, double idle, double resting, long[] few, long[] all, int missed) {

    void describe(ObjectNode json, int waiters) {
      json.put("heap_added_mb", Percentiles.round(heapBytes / 1024.0 / 1024));
      json.put("heap_bytes_per_waiter", heapBytes / waiters);
      json.put("idle_cpu_ms_per_second", Percentiles.round(idle * 1e3));
      json.put("rest_cpu_ms_per_second", Percentiles.round(resting * 1e3));
      Percentiles.of(List.of(few)).addTo(json.putObject("told_few"));
      Percentiles.of(List.of(all)).addTo(json.putObject("told_all"));
      json.put("missed", missed);
    }

    double toldAllMillis() {
      return Percentiles.of(List.of(all)).millis(1);
    }
  }

  Measured measure(NacosServer server) {
    NacosApi api = server.api();
    Names names = new Names();
    ServerHeap heap = new ServerHeap(server.pid());
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", server.port());
    // What is used for the first time is not counted.
    publish(api, names, ALL, "first");
    try (PollWaiters few = PollWaiters.open(address, Math.min(waiters, GROUPS), names)) {
      wait(server, few);
      told(api, names, few, ALL, "warm", Math.min(waiters, GROUPS));
    }
    awaitRest(server);
    long empty = heap.live();
    double idle = processor(server);
    try (PollWaiters all = PollWaiters.open(address, waiters, names)) {
      wait(server, all);
      long bytes = heap.live() - empty;
      double resting = processor(server);
      // Nobody must be near the end of its time when it is to be told.
      int some = (waiters + GROUPS - 1) / GROUPS;
      long[] few = told(api, names, all, FEW + 0, "few", some);
      wait(server, all);
      long[] everybody = told(api, names, all, ALL, "all", waiters);
      return new Measured(
          bytes, idle, resting, few, everybody, some - few.length + waiters - everybody.length);
    }
  }

  private static void publish(NacosApi api, Names names, String dataId, String content) {
    NacosApi.Answer answer =
        api.post(CONFIGS, Map.of("dataId", dataId, "group", "G", "content", content));
    if (!answer.ok()) {
      throw new BenchException("a configuration cannot be published: " + answer);
    }
    Eventually.holds(
        LIMIT,
        POLL,
        () -> dataId + " is not read as it was published",
        () -> api.get(CONFIGS, Map.of("dataId", dataId, "group", "G")).body().equals(content));
    names.published(dataId, content);
  }

  private static void wait(NacosServer server, PollWaiters waiters) {
    waiters.ask();
    Eventually.holds(LIMIT, POLL, () -> "not everybody waits", waiters::allWait);
    awaitRest(server);
    Eventually.holds(LIMIT, POLL, () -> "not everybody waits", waiters::allWait);
  }

  /** Changes a configuration and waits until everybody is told who waits for it. */
  private static long[] told(
      NacosApi api, Names names, PollWaiters waiters, String dataId, String content, int expected) {
    long began = System.nanoTime();
    publish(api, names, dataId, content);
    long until = began + Duration.ofSeconds(20).toNanos();
    long[] told = waiters.toldSince(began);
    while (told.length < expected && System.nanoTime() < until) {
      Eventually.pause(POLL);
      told = waiters.toldSince(began);
    }
    return told;
  }

  /** Until the server has taken everything that was sent, and has nothing else to do. */
  private static void awaitRest(NacosServer server) {
    double[] last = {0};
    Eventually.holds(
        LIMIT,
        Duration.ofMillis(10),
        () -> "%s does not come to rest: %.2f s of half a second".formatted(server, last[0]),
        () -> {
          double before = seconds(server);
          Eventually.pause(Duration.ofMillis(500));
          last[0] = seconds(server) - before;
          return last[0] < REST_SECONDS;
        });
  }

  /** Processor time for each second. */
  private double processor(NacosServer server) {
    double before = seconds(server);
    long began = System.nanoTime();
    Eventually.pause(rest);
    return (seconds(server) - before) * 1e9 / (System.nanoTime() - began);
  }

  private static double seconds(NacosServer server) {
    return ProcessorTime.seconds(server.pid());
  }
}
