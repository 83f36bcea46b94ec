package io.landbridge.plugin;

import static io.landbridge.plugin.OneMember.SOON;
import static io.landbridge.plugin.OneMember.provider;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ServiceKey;
import io.landbridge.raft.MemoryLog;
import io.landbridge.service.answer.ApplicationStatus.State;
import io.landbridge.view.derived.NativeInstance;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Providers that move to Dubbo 3 find in the configuration what was written for them, and neither
 * write it again nor put it back: it must not be taken from them.
 */
@Timeout(60)
class OwnProvidersIT {

  private static final ApplicationKey SHOP = OneMember.shop("public");
  private static final ServiceKey SERVICE =
      new ServiceKey(SHOP.namespace(), "DEFAULT_GROUP", SHOP.name().value());
  private static final String MAPPING = "public/mapping/a.Plain";

  @TempDir Path directory;

  private final MemoryConfigCentre config = new MemoryConfigCentre();
  private OneMember member;
  private String document;
  private String revision;

  @BeforeEach
  void publish() throws Exception {
    member =
        OneMember.start(
            directory.resolve("member"), new MemoryLog(1), config, Duration.ofMillis(100));
    member.host().connect("c1", List.of(provider("public", "192.0.2.50", "a.Plain", Map.of())));
    member.switchOn(SHOP);
    SOON.asserts(() -> assertThat(config.contents()).hasSize(2).containsKey(MAPPING));
    document =
        config.contents().keySet().stream().filter(key -> !key.equals(MAPPING)).findFirst().get();
    revision = document.split("/", -1)[1];
  }

  @AfterEach
  void close() {
    member.close();
  }

  @Test
  void keepTheMappingWhenTheApplicationIsSwitchedOff() throws Exception {
    registers("another");
    switchOff();

    assertThat(config.contents()).isEqualTo(Map.of(MAPPING, "shop"));
  }

  @Test
  void keepADocumentThatTheyAnnounce() throws Exception {
    registers(revision);
    switchOff();

    assertThat(config.contents()).containsOnlyKeys(MAPPING, document);
  }

  @Test
  void keepADocumentThatNoInterfaceNeedsAnyMore() throws Exception {
    registers(revision);
    member.host().connect("c1", List.of(provider("public", "192.0.2.50", "b.Other", Map.of())));
    SOON.asserts(() -> assertThat(config.contents()).containsKey("public/mapping/b.Other"));
    member.host().connect("c1", List.of(provider("public", "192.0.2.50", "c.Third", Map.of())));

    // The document of the second is not announced: when that is gone, the first had its turn too.
    SOON.asserts(
        () ->
            assertThat(config.contents().keySet())
                .contains("public/mapping/c.Third")
                .filteredOn(key -> !key.startsWith("public/mapping/"))
                .hasSize(2)
                .contains(document));
  }

  @Test
  void areWrittenForNoLongerOnceTheyAreGone() throws Exception {
    registers(revision);
    member.host().putNatives(SERVICE);
    switchOff();

    assertThat(config.contents()).isEmpty();
  }

  @Test
  void areNotWhatSomebodyCopiedFromOurs() throws Exception {
    registers(Map.of("dubbo.metadata.revision", revision, "landbridge.origin", "x"));
    switchOff();

    assertThat(config.contents()).isEmpty();
  }

  private void registers(String announced) {
    registers(Map.of("dubbo.metadata.revision", announced));
  }

  private void registers(Map<String, String> metadata) {
    member.host().putNatives(SERVICE, new NativeInstance("192.0.2.60", 20880, metadata));
  }

  private void switchOff() throws Exception {
    member.plugin().administration().switchTranslation(SHOP, false, false);
    SOON.asserts(() -> assertThat(member.status(SHOP).state()).isEqualTo(State.OBSERVED));
  }
}
