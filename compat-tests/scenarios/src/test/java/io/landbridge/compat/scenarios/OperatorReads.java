package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What an operator reads from the plugin of running servers: parts, changes, digests. */
final class OperatorReads {

  private static final String API = "/landbridge/v1";

  private OperatorReads() {}

  /** Every list in parts of one, and what is refused. */
  static void listsComeInParts(NacosApi api) throws Exception {
    RawRegistrations raw = new RawRegistrations(api, "public");
    raw.provider27("paged-a", "demo.PagedService", "10.3.0.1", 20880);
    raw.provider27("paged-a", "demo.PagedService", "10.3.0.2", 20880);
    raw.provider27("paged-b", "demo.PagedService", "10.3.0.3", 20880);
    for (Map.Entry<String, Integer> each : Map.of("paged-a", 2, "paged-b", 1).entrySet()) {
      await()
          .alias(each + " are known")
          .atMost(Steps.SOON)
          .untilAsserted(
              () ->
                  assertThat(parts(api, "/instances", Map.of("application", each.getKey())))
                      .hasSize(each.getValue()));
    }

    List<JsonNode> applications = parts(api, "/applications", Map.of("namespace", "public"));
    assertThat(applications)
        .extracting(each -> each.path("application").asText())
        .contains("paged-a", "paged-b")
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(parts(api, "/instances", Map.of("application", "paged-a")))
        .extracting(each -> each.path("ip").asText())
        .containsExactly("10.3.0.1", "10.3.0.2");

    List<JsonNode> documents = parts(api, "/documents", Map.of());
    assertThat(documents)
        .extracting(each -> each.path("application").asText())
        .containsOnlyOnce("paged-a", "paged-b");
    JsonNode document =
        get(api, "/document", Map.of("revision", documents.get(0).path("revision").asText()))
            .path("data");
    assertThat(document.path("application")).isEqualTo(documents.get(0).path("application"));
    assertThat(document.path("services")).hasSize(documents.get(0).path("services").asInt());
    assertThat(document.path("services").path(0).path("params").path("timestamp").isMissingNode())
        .isTrue();
    assertThat(parts(api, "/mappings", Map.of("namespace", "public")))
        .extracting(each -> each.path("serviceInterface").asText())
        .containsOnlyOnce("demo.PagedService");
    assertThat(
            get(api, "/mapping", Map.of("interface", "demo.PagedService"))
                .path("data")
                .path("applications"))
        .extracting(JsonNode::asText)
        .containsExactly("paged-a", "paged-b");
    assertThat(status(api, "/mapping", Map.of("interface", "demo.Nobodys"))).isEqualTo(404);
    assertThat(status(api, "/document", Map.of("revision", "none"))).isEqualTo(404);
    assertThat(status(api, "/document", Map.of())).isEqualTo(400);

    assertThat(status(api, "/applications", Map.of("limit", "0"))).isEqualTo(400);
    assertThat(status(api, "/applications", Map.of("limit", "1001"))).isEqualTo(400);
    assertThat(status(api, "/applications", Map.of("limit", "many"))).isEqualTo(400);
    assertThat(status(api, "/applications", Map.of("after", "x"))).isEqualTo(400);
    assertThat(status(api, "/applications", Map.of("read", "dirty"))).isEqualTo(400);
    assertThat(status(api, "/watch", Map.of())).isEqualTo(400);
    assertThat(status(api, "/watch", Map.of("since", "0", "timeoutMillis", "60001")))
        .isEqualTo(400);
    assertThat(status(api, "/digests", Map.of("at", "-1"))).isEqualTo(400);
  }

  /** A watch wakes on a change of its namespace, not on another's, and ends when its time is up. */
  static void aWatchWakesOnAChange(NacosApi api) throws Exception {
    // What earlier steps entail may still be under way.
    long since =
        await()
            .atMost(Steps.SOON)
            .until(
                () -> {
                  long applied = applied(api);
                  JsonNode quiet = watch(api, applied, 2_000, "").get(60, TimeUnit.SECONDS);
                  return quiet.path("changes").isEmpty() ? applied : -1;
                },
                applied -> applied >= 0);

    CompletableFuture<JsonNode> any = watch(api, since, 20_000, "");
    CompletableFuture<JsonNode> other = watch(api, since, 3_000, "elsewhere");
    new RawRegistrations(api, "public")
        .provider27("watched", "demo.WatchedService", "10.3.1.1", 20880);

    JsonNode woken = any.get(60, TimeUnit.SECONDS);
    assertThat(woken.path("reset").asBoolean()).isFalse();
    assertThat(woken.path("changes").findValuesAsText("application")).containsExactly("watched");
    long applied = woken.path("applied").asLong();
    assertThat(applied).isGreaterThan(since);
    assertThat(woken.path("changes").path(0).path("applied").asLong())
        .isGreaterThan(since)
        .isLessThanOrEqualTo(applied);
    // What the watch told of can be read.
    assertThat(status(api, "/application", Map.of("application", "watched"))).isEqualTo(200);

    JsonNode unconcerned = other.get(60, TimeUnit.SECONDS);
    assertThat(unconcerned.path("changes")).isEmpty();
    assertThat(unconcerned.path("reset").asBoolean()).isFalse();
  }

  /**
   * What was just written through one member is seen through another.
   *
   * @return how many of as many local reads did not see it
   */
  static int linearizableReadsSeeWhatWasWrittenElsewhere(
      NacosServer writer, NacosServer reader, String application, int times) {
    int stale = 0;
    for (int i = 0; i < times; i++) {
      String enabled = String.valueOf(i % 2 == 0);
      NacosApi.Answer written =
          writer
              .api()
              .put(
                  API + "/translation",
                  Map.of("application", application, "enabled", enabled, "force", "true"));
      assertThat(written.status()).as(written.body()).isEqualTo(200);
      long since = written.json().path("data").path("since").asLong();

      Map<String, String> asked = Map.of("application", application);
      long local = since(get(reader.api(), "/application", asked));
      Map<String, String> strong = new HashMap<>(asked);
      strong.put("read", "linearizable");
      JsonNode answer = get(reader.api(), "/application", strong);
      assertThat(since(answer)).as("switch %d: %s", i, answer).isEqualTo(since);
      stale += local == since ? 0 : 1;
    }
    return stale;
  }

  /** All members, asked for the digest at the same point of the log. */
  static void digestsAreEqualAtTheSameCount(List<NacosServer> members) {
    long furthest = 0;
    for (NacosServer member : members) {
      furthest = Math.max(furthest, applied(member.api()));
    }
    List<String> digests = new ArrayList<>();
    for (NacosServer member : members) {
      JsonNode data =
          get(member.api(), "/digests", Map.of("at", String.valueOf(furthest))).path("data");
      assertThat(data.path("member").asText()).isEqualTo(member.address());
      assertThat(data.path("applied").asLong()).isEqualTo(furthest);
      digests.add(data.path("digest").asText());
    }
    assertThat(digests).containsOnly(digests.get(0)).doesNotContain("");
  }

  private static long since(JsonNode answer) {
    return answer.path("data").path("since").asLong();
  }

  private static long applied(NacosApi api) {
    return get(api, "/digests", Map.of()).path("data").path("applied").asLong();
  }

  private static CompletableFuture<JsonNode> watch(
      NacosApi api, long since, long millis, String namespace) {
    return CompletableFuture.supplyAsync(
        () ->
            get(
                    api,
                    "/watch",
                    Map.of(
                        "since", String.valueOf(since),
                        "timeoutMillis", String.valueOf(millis),
                        "namespace", namespace))
                .path("data"));
  }

  private static List<JsonNode> parts(NacosApi api, String path, Map<String, String> parameters) {
    List<JsonNode> all = new ArrayList<>();
    Map<String, String> asked = new HashMap<>(parameters);
    asked.put("limit", "1");
    for (int parts = 0; parts < 100; parts++) {
      JsonNode answer = get(api, path, asked);
      assertThat(answer.path("applied").isNumber()).isTrue();
      assertThat(answer.path("data").size()).isLessThanOrEqualTo(1);
      answer.path("data").forEach(all::add);
      if (answer.path("next").isNull()) {
        return all;
      }
      asked.put("after", answer.path("next").asText());
    }
    throw new AssertionError("a list without an end: " + path);
  }

  private static JsonNode get(NacosApi api, String path, Map<String, String> parameters) {
    NacosApi.Answer answer = api.get(API + path, parameters);
    assertThat(answer.status()).as("%s %s: %s", path, parameters, answer.body()).isEqualTo(200);
    return answer.json();
  }

  private static int status(NacosApi api, String path, Map<String, String> parameters) {
    return api.get(API + path, parameters).status();
  }
}
