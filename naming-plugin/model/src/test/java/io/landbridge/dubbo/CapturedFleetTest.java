package io.landbridge.dubbo;

import static io.landbridge.dubbo.InterfaceLevel.without;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.MetadataRevision;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What real providers registered, translated one way and back. A provider that registers at both
 * levels shows what the translation of one has to give at the other.
 */
class CapturedFleetTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dubbo-2.6.12",
        "dubbo-2.7.23",
        "dubbo-2.7.23-beside-3.3.6",
        "dubbo-2.7.23-registry-group",
        "dubbo-2.7.23-simplified",
        "dubbo-2.7.23-two-providers",
        "dubbo-2.7.23-two-protocols",
        "dubbo-3.0.15-all",
        "dubbo-3.2.16-all",
        "dubbo-3.3.6-all",
        "dubbo-3.3.6-register-compatible",
        "dubbo-3.3.6-remote-all",
        "dubbo-3.3.6-triple"
      })
  void whatWasFoldedUnfoldsAgain(String capture) {
    List<Registration> registrations = Captures.providers(capture);
    FoldResult folded = InterfaceFold.fold(registrations);

    assertThat(registrations).isNotEmpty();
    for (Registration each : registrations) {
      assertThat(
              InterfaceLevel.shown(folded, each).stream()
                  .map(metadata -> without(metadata, "timestamp")))
          .as(each.service() + " " + each.address())
          .containsExactly(without(completed(each), "pid", "timestamp", "anyhost"));
    }
    assertThat(folded.losses()).isEmpty();
  }

  /** Dubbo 2.6 leaves the path out, and a simplified registration the interface and the side. */
  private static SortedMap<String, String> completed(Registration registration) {
    SortedMap<String, String> metadata = new TreeMap<>(registration.metadata());
    String interfaceName = registration.service().name().split(":")[1];
    metadata.putIfAbsent("interface", interfaceName);
    metadata.putIfAbsent("path", interfaceName);
    metadata.putIfAbsent("side", "provider");
    return metadata;
  }

  /**
   * The documents of these providers are not in Nacos. What the same process registered at the
   * interface level gives them back, and their hash proves it.
   */
  @ParameterizedTest
  @CsvSource({
    "dubbo-3.0.15-all,",
    "dubbo-3.2.16-all, default",
    "dubbo-3.3.6-all, default",
    "dubbo-3.3.6-register-compatible, default",
    "dubbo-3.3.6-remote-all, default:ns-dev",
    "dubbo-3.3.6-triple, default"
  })
  void anInstanceUnfoldsIntoWhatTheSameProcessRegistered(String capture, String registryCluster) {
    List<Registration> registrations = Captures.providers(capture);
    ApplicationInstance instance = Captures.instance(capture);
    MetadataDocument document =
        document(registrations, registryCluster)
            .verified(instance.revision())
            .orElseThrow(() -> new AssertionError("another hash"));

    for (Registration each : registrations) {
      List<InterfaceAddress> addresses =
          InterfaceUnfold.unfold(each.service().name(), instance, document);

      assertThat(addresses).as(each.service().name()).hasSize(1);
      assertThat(addresses.get(0).port()).isEqualTo(each.port());
      assertThat(without(addresses.get(0).metadata(), "timestamp", MetadataKeys.DERIVED))
          .isEqualTo(without(each.metadata(), "timestamp", "pid"));
      assertThat(addresses.get(0).own()).containsOnlyKeys("timestamp");
    }
    assertThat(InterfaceUnfold.names(document))
        .containsAll(registrations.stream().map(each -> each.service().name()).toList());
  }

  /** The documents of these are in the configuration centre. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "dubbo-2.7.23-beside-3.3.6",
        "dubbo-3.3.6-instance-only",
        "dubbo-3.3.6-instance-remote",
        "dubbo-3.3.6-remote-all"
      })
  void whatWasUnfoldedFoldsAgain(String capture) {
    ApplicationInstance instance = Captures.instance(capture);
    MetadataDocument document = Captures.document("prov-33", instance.revision().value());
    List<Registration> shown = InterfaceLevel.registrations(instance, document);

    FoldResult folded = InterfaceFold.fold(shown);

    assertThat(folded.losses()).isEmpty();
    assertThat(
            folded.documents().values().stream()
                .flatMap(each -> each.services().values().stream())
                .map(ServiceEntry::serviceKey))
        .containsExactlyInAnyOrderElementsOf(
            document.services().values().stream()
                .map(ServiceEntry::serviceKey)
                .distinct()
                .toList());
    for (Registration each : shown) {
      assertThat(InterfaceLevel.shown(folded, each).stream().map(it -> without(it, "timestamp")))
          .as(each.service() + " " + each.address())
          .containsExactly(without(each.metadata(), "timestamp"));
    }
  }

  @Test
  void portsThatAHashDoesNotCoverAreNotBelieved() {
    List<Registration> registrations = Captures.providers("dubbo-3.0.15-all");
    MetadataRevision claimed = new MetadataRevision("c128a6a471151f2d66d5f9ea4d591960");

    assertThat(document(registrations, null).verified(claimed))
        .hasValueSatisfying(
            document ->
                assertThat(document.services().values())
                    .hasSize(3)
                    .allSatisfy(entry -> assertThat(entry.port()).isEqualTo(-1)));
    assertThat(document(registrations, "default").verified(claimed)).isEmpty();
  }

  private static MetadataDocument document(List<Registration> registrations, String cluster) {
    return MetadataDocument.of(
        new ApplicationName(registrations.get(0).metadata().get("application")),
        registrations.stream()
            .map(
                each -> {
                  Map<String, String> metadata = each.metadata();
                  SortedMap<String, String> params =
                      without(metadata, "protocol", "path", "category", "timestamp", "pid");
                  if (cluster != null) {
                    params.put("REGISTRY_CLUSTER", cluster);
                  }
                  return new ServiceEntry(
                      metadata.get("interface"),
                      metadata.getOrDefault("group", ""),
                      metadata.getOrDefault("version", ""),
                      metadata.get("protocol"),
                      each.port(),
                      metadata.get("path"),
                      params);
                })
            .toList());
  }
}
