package io.landbridge.plugin;

import static io.landbridge.plugin.OneMember.SOON;
import static io.landbridge.plugin.OneMember.provider;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.dubbo.json.MetadataDocumentCodec;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ServiceKey;
import io.landbridge.raft.MemoryLog;
import io.landbridge.service.answer.ApplicationStatus;
import io.landbridge.state.Samples;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Not everybody who writes a mapping compares before they swap: Dubbo 3.0 does not where it found
 * none, and servers say that they have written what they have not.
 */
@Timeout(60)
class LostNamesIT {

  private static final ApplicationKey SHOP = OneMember.shop("public");
  private static final String MAPPING = "public/mapping/a.Plain";

  @TempDir Path directory;

  private final MemoryLog log = new MemoryLog(1);
  private final MemoryConfigCentre config = new MemoryConfigCentre();

  @Test
  void aNameThatAnotherWriterOverwroteIsPutBackUntilItIsSwitchedOff() throws Exception {
    try (OneMember member = start("member")) {
      isInTheMapping(member);

      config.put("public", "mapping", "a.Plain", "other");
      SOON.asserts(() -> assertThat(config.contents()).containsEntry(MAPPING, "other,shop"));

      member.plugin().administration().switchTranslation(SHOP, false, false);
      SOON.asserts(() -> assertThat(config.contents()).isEqualTo(Map.of(MAPPING, "other")));
    }
  }

  @Test
  void theMappingOfANestedInterfaceIsWhereDubboLooksForItAndIsLookedAfter() throws Exception {
    String mapping = "public/mapping/a.Outer___Inner";
    Registration nested =
        provider(
            "public",
            "192.0.2.50",
            "a.Outer___Inner",
            Map.of("interface", "a.Outer$Inner", "path", "a.Outer$Inner"));
    try (OneMember member = start("member")) {
      member.host().connect("c1", List.of(nested));
      member.switchOn(SHOP);
      SOON.asserts(() -> assertThat(config.contents()).containsEntry(mapping, "shop"));

      config.put("public", "mapping", "a.Outer___Inner", "other");
      SOON.asserts(() -> assertThat(config.contents()).containsEntry(mapping, "other,shop"));
      assertThat(config.contents().keySet()).noneMatch(each -> each.contains("$"));
    }
    config.put("public", "mapping", "a.Outer___Inner", "other");

    try (OneMember member = start("second")) {
      member.host().connect("c1", List.of(nested));
      SOON.asserts(() -> assertThat(config.contents()).containsEntry(mapping, "other,shop"));

      member.plugin().administration().switchTranslation(SHOP, false, false);
      SOON.asserts(() -> assertThat(config.contents()).isEqualTo(Map.of(mapping, "other")));
    }
  }

  @Test
  void aNameThatWasLostWhileNobodyLookedIsPutBack() throws Exception {
    try (OneMember member = start("first")) {
      isInTheMapping(member);
    }
    config.put("public", "mapping", "a.Plain", "other");

    try (OneMember member = start("second")) {
      member.host().connect("c1", List.of(provider("public", "192.0.2.50", "a.Plain", Map.of())));
      SOON.asserts(() -> assertThat(config.contents()).containsEntry(MAPPING, "other,shop"));
    }
  }

  @Test
  void theNameOfProvidersThatRegisteredThemselvesIsPutBackWhereOthersAreAndStays()
      throws Exception {
    MetadataDocument document = Samples.document(SHOP, 0);
    String service = document.services().values().iterator().next().name();
    isThere(document);
    config.put("public", "mapping", service, "other");
    Map<String, String> before = config.contents();
    try (OneMember member = start("member")) {
      member.host().connect("c1", List.of(registered(document)));
      member.switchOn(SHOP);
      SOON.asserts(
          () ->
              assertThat(config.contents())
                  .containsEntry("public/mapping/" + service, "other,shop")
                  .hasSameSizeAs(before));

      member.plugin().administration().switchTranslation(SHOP, false, false);
      SOON.asserts(
          () ->
              assertThat(member.status(SHOP).state()).isEqualTo(ApplicationStatus.State.OBSERVED));
      assertThat(config.contents()).containsEntry("public/mapping/" + service, "other,shop");
    }
  }

  @Test
  void theNameOfProvidersThatTheServerHasHalfWrittenIsWrittenAndNoOther() throws Exception {
    MetadataDocument document = Samples.document(SHOP, 0);
    List<String> services = document.services().values().stream().map(ServiceEntry::name).toList();
    isThere(document);
    // What others began says nothing of these providers.
    config.begin("public", "mapping", services.get(0), "early");
    config.begin("public", "mapping", services.get(1), "early,shop");
    config.begin("public", "mapping", services.get(2), "shop");
    try (OneMember member = start("member")) {
      member.host().connect("c1", List.of(registered(document)));
      member.switchOn(SHOP);

      SOON.asserts(
          () ->
              assertThat(config.contents())
                  .containsEntry("public/mapping/" + services.get(1), "early,shop")
                  .containsEntry("public/mapping/" + services.get(2), "shop")
                  .doesNotContainKey("public/mapping/" + services.get(0)));
    }
  }

  private void isThere(MetadataDocument document) {
    config.put(
        "public",
        document.revision().value(),
        "shop",
        new MetadataDocumentCodec().encode(document));
  }

  private void isInTheMapping(OneMember member) throws Exception {
    member.host().connect("c1", List.of(provider("public", "192.0.2.50", "a.Plain", Map.of())));
    member.switchOn(SHOP);
    SOON.asserts(() -> assertThat(config.contents()).containsEntry(MAPPING, "shop"));
  }

  private static Registration registered(MetadataDocument document) {
    return new Registration(
        new ServiceKey(SHOP.namespace(), "DEFAULT_GROUP", "shop"),
        "",
        "192.0.2.50",
        20880,
        "DEFAULT",
        true,
        true,
        true,
        Map.of(
            MetadataKeys.REVISION, document.revision().value(),
            MetadataKeys.STORAGE_TYPE, "remote",
            MetadataKeys.ENDPOINTS, "[{\"port\":20880,\"protocol\":\"dubbo\"}]"));
  }

  private OneMember start(String name) throws Exception {
    return OneMember.start(directory.resolve(name), log, config, Duration.ofMillis(500));
  }
}
