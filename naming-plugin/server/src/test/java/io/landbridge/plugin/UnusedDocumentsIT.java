package io.landbridge.plugin;

import static io.landbridge.plugin.OneMember.SOON;
import static io.landbridge.plugin.OneMember.provider;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.model.ApplicationKey;
import io.landbridge.raft.MemoryLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Of the documents in the configuration centre ours go, and not before nobody asks for them. */
@Timeout(60)
class UnusedDocumentsIT {

  private static final ApplicationKey SHOP = OneMember.shop("public");
  private static final Duration DELAY = Duration.ofSeconds(2);

  @TempDir Path directory;

  private final MemoryConfigCentre config = new MemoryConfigCentre();

  @Test
  void ourOldOneStaysForTheDelayAndThoseOfOthersForEver() throws Exception {
    String foreign = "0123456789abcdef0123456789abcdef";
    config.put("public", foreign, "shop", "{\"app\":\"shop\"}");
    try (OneMember member = start()) {
      member.host().connect("c1", List.of(provider("public", "192.0.2.50", "a.Plain", Map.of())));
      member.switchOn(SHOP);
      SOON.asserts(() -> assertThat(member.shown(SHOP)).hasSize(1));
      String old = member.status(SHOP).revisions().get(0);
      String content = config.contents().get(key("public", old));
      assertThat(content).isNotNull();

      long changed = System.nanoTime();
      member
          .host()
          .connect(
              "c1", List.of(provider("public", "192.0.2.50", "a.Plain", Map.of("weight", "7"))));
      SOON.asserts(
          () -> assertThat(member.status(SHOP).revisions()).doesNotContain(old).hasSize(1));
      String now = member.status(SHOP).revisions().get(0);
      SOON.asserts(() -> assertThat(config.contents()).containsKey(key("public", now)));

      SOON.asserts(() -> assertThat(config.contents()).doesNotContainKey(key("public", old)));
      assertThat(System.nanoTime() - changed).isGreaterThanOrEqualTo(DELAY.toNanos());
      assertThat(config.contents()).containsKeys(key("public", now), key("public", foreign));

      // What somebody else had published is used, and is his.
      config.put("public", old, "shop", content);
      member.host().connect("c1", List.of(provider("public", "192.0.2.50", "a.Plain", Map.of())));
      SOON.asserts(() -> assertThat(member.status(SHOP).revisions()).containsExactly(old));
      SOON.asserts(() -> assertThat(config.contents()).doesNotContainKey(key("public", now)));
      member
          .host()
          .connect(
              "c1", List.of(provider("public", "192.0.2.50", "a.Plain", Map.of("weight", "8"))));
      SOON.asserts(() -> assertThat(member.status(SHOP).revisions()).doesNotContain(old));
      await()
          .during(DELAY.plusSeconds(1))
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () ->
                  assertThat(config.contents())
                      .containsKeys(key("public", old), key("public", foreign)));
    }
  }

  /** As when a leader is killed between deleting one and saying so, and it is used again. */
  @Test
  void aUsedOneThatIsGoneIsPutBack() throws Exception {
    try (OneMember member = start()) {
      member.host().connect("c1", List.of(provider("public", "192.0.2.50", "a.Plain", Map.of())));
      member.switchOn(SHOP);
      SOON.asserts(() -> assertThat(member.shown(SHOP)).hasSize(1));
      String document = key("public", member.status(SHOP).revisions().get(0));
      String content = config.contents().get(document);

      config.lose(document);

      SOON.asserts(() -> assertThat(config.contents()).containsEntry(document, content));
      assertThat(member.shown(SHOP)).hasSize(1);
    }
  }

  /** The same document in two namespaces is two documents. */
  @Test
  void theDelayIsThatOfTheNamespace() throws Exception {
    try (OneMember member = start()) {
      for (String namespace : List.of("public", "dev")) {
        member
            .host()
            .connect(namespace, List.of(provider(namespace, "192.0.2.50", "a.Plain", Map.of())));
        member.switchOn(OneMember.shop(namespace));
        SOON.asserts(() -> assertThat(member.shown(OneMember.shop(namespace))).hasSize(1));
      }
      String revision = member.status(SHOP).revisions().get(0);
      assertThat(config.contents()).containsKeys(key("public", revision), key("dev", revision));

      member.host().disconnect("public");
      await()
          .during(DELAY.dividedBy(2))
          .untilAsserted(() -> assertThat(member.shown(OneMember.shop("dev"))).hasSize(1));
      long unused = System.nanoTime();
      member.host().disconnect("dev");

      SOON.asserts(() -> assertThat(config.contents()).doesNotContainKey(key("public", revision)));
      SOON.asserts(() -> assertThat(config.contents()).doesNotContainKey(key("dev", revision)));
      assertThat(System.nanoTime() - unused).isGreaterThanOrEqualTo(DELAY.toNanos());
    }
  }

  private static String key(String namespace, String revision) {
    return String.join("/", namespace, revision, "shop");
  }

  private OneMember start() throws IOException {
    return OneMember.start(directory, new MemoryLog(1), config, DELAY);
  }
}
