package io.landbridge.observe;

import static io.landbridge.observe.Fleet.registered;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.service.answer.LossStatus;
import io.landbridge.state.Samples;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator is told of providers that register their application. */
class ReportedLossesTest {

  private static final Duration SOON = Duration.ofSeconds(5);

  private final Fleet fleet = new Fleet(1);

  @Test
  void aServiceOnTripleAloneIsReportedAndItsProviderTranslated() {
    MetadataDocument document =
        MetadataDocument.of(
            Samples.SHOP.name(),
            List.of(
                new ServiceEntry(
                    "demo.Plain", "", "", "tri", 20880, "demo.Plain", new TreeMap<>())));
    fleet.documents.put(document);
    fleet.connect(0, "c", List.of(registered("c", "10.0.0.1", document)));
    fleet.run(SOON);

    assertThat(fleet.contents()).hasSize(1);
    assertThat(kinds()).containsExactly(Loss.Kind.TRIPLE_ONLY);

    fleet.disconnect("c");
    fleet.run(SOON);
    assertThat(kinds()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "dubbo.metadata.revision | 9834592163 | UNPROVEN_REVISION",
        "dubbo.metadata-service.url-params | {\"dubbo\":{\"port\":\"20881\"}} | OLDER_FORMAT",
        "dubbo.metadata.revision | 0 | NO_SERVICES"
      })
  void theFormatOfAnotherIsReportedAndNobodyIsAsked(String key, String value, Loss.Kind kind) {
    Registration plain = registered("c", "10.0.0.1", Samples.document(Samples.SHOP, 1));
    Map<String, String> metadata = new TreeMap<>(plain.metadata());
    metadata.put(key, value);
    metadata.put(MetadataKeys.STORAGE_TYPE, "local");
    fleet.connect(
        0,
        "c",
        List.of(
            new Registration(
                plain.service(),
                plain.client(),
                plain.ip(),
                plain.port(),
                plain.cluster(),
                true,
                true,
                true,
                metadata)));
    fleet.run(SOON);

    assertThat(fleet.contents()).isEmpty();
    assertThat(kinds()).containsExactly(kind);
    assertThat(fleet.documents.asked()).isEmpty();
  }

  @Test
  void whatIsInANamespaceThatNobodyCanAskForIsReported() {
    String namespace = "x".repeat(130);
    Registration plain = registered("c", "10.0.0.1", Samples.document(Samples.SHOP, 1));
    fleet
        .member(0)
        .registry
        .setUnusable(
            Loss.inUnusableNamespace(
                namespace, "G", "providers:demo.N::", plain.address(), "too long; do it", "far"));
    fleet.connect(0, "c", List.of(plain));
    fleet.run(SOON);

    assertThat(fleet.member(0).observation.losses())
        .filteredOn(each -> each.kind() == Loss.Kind.UNREADABLE)
        .extracting(LossStatus::of)
        .containsExactly(
            new LossStatus(
                "UNREADABLE",
                namespace,
                "G",
                "providers:demo.N::",
                plain.address(),
                "namespace '" + namespace + "': too long; do it",
                "far"));

    fleet.disconnect("c");
    fleet.run(SOON);
    assertThat(kinds()).isEmpty();
  }

  private List<Loss.Kind> kinds() {
    return fleet.member(0).observation.losses().stream().map(Loss::kind).toList();
  }
}
