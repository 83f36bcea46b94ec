package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.ApplicationFoldResult.Found;
import io.landbridge.dubbo.json.InstanceJsonReader;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.MetadataRevision;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What dubbo-go 3.3.2 registered and wrote, and what becomes of it. */
class GoDocumentsTest {

  private static final MetadataRevision REVISION =
      new MetadataRevision(
          "77d8e44db320ff3ac3fda1f6d18aa987f7b3f93abc234878ff5fef7891f168a6"
              + "ad8509df9a087ca54b5874e2a2b07345de8c84b88b45a73e1d2cd4d9ec28bd27");

  private static final String TIME = "1796047353";

  private final MetadataDocument document = Captures.document("prov-go", REVISION.value());
  private final Found found = found("dubbo-go-3.3.2-instance-remote");

  @Test
  void aDocumentIsProvenByItsOwnRule() {
    ProvenDocument proven = document.proven(REVISION).orElseThrow();

    assertThat(found.instance().revision()).isEqualTo(REVISION);
    assertThat(found.document())
        .isEqualTo(new DocumentAddress.InConfiguration(found.instance().application(), REVISION));
    assertThat(proven.own()).isEqualTo(Map.of("timestamp", TIME));
    assertThat(proven.document().services().keySet()).isEqualTo(document.services().keySet());
    assertThat(proven.document().services().values())
        .allSatisfy(entry -> assertThat(entry.params()).doesNotContainKey("timestamp"))
        .allSatisfy(entry -> assertThat(entry.port()).isEqualTo(20899));
    assertThat(proven.revision()).isEqualTo(proven.document().revision());
    assertThat(proven.document().verified(proven.revision())).contains(proven.document());
  }

  @Test
  void theRuleOfJavaHoldsToo() {
    assertThat(document.proven(document.revision()))
        .contains(new ProvenDocument(document, document.revision(), Map.of()));
  }

  @Test
  void everyPartOfADocumentIsCovered() {
    for (MetadataDocument other :
        List.of(
            changed("demo.PlainService:dubbo", e -> with(e, e.port() + 1, e.path(), e.params())),
            changed("demo.PlainService:dubbo", e -> with(e, e.port(), "other", e.params())),
            changed(
                "demo.PlainService:dubbo",
                e -> with(e, e.port(), e.path(), put(e, "loadbalance", "p2c"))),
            changed(
                "demo.PlainService:dubbo",
                e -> with(e, e.port(), e.path(), put(e, "methods", "ping"))),
            changed(
                "demo.PlainService:dubbo",
                e -> with(e, e.port(), e.path(), put(e, "timestamp", "1"))))) {
      assertThat(other.proven(REVISION)).isEmpty();
    }
    assertThat(
            changed(
                    "demo.PlainService:dubbo",
                    e -> with(e, e.port(), e.path(), put(e, "methods", "Ping,ping")))
                .proven(REVISION))
        .as("the order of methods is not")
        .isPresent();
  }

  @Test
  void processesThatDifferByTheirTimesShareADocument() {
    MetadataDocument later = at(entry -> Long.parseLong(TIME) + 5);
    MetadataRevision claimed = GoRevision.of(later);

    ProvenDocument one = document.proven(REVISION).orElseThrow();
    ProvenDocument other = later.proven(claimed).orElseThrow();
    assertThat(claimed).isNotEqualTo(REVISION);
    assertThat(other.document()).isEqualTo(one.document());
    assertThat(other.revision()).isEqualTo(one.revision());
    assertThat(other.own()).isEqualTo(Map.of("timestamp", "1796047358"));
  }

  @Test
  void aServiceThatWasExportedLaterStaysTheLaterOne() {
    MetadataDocument document =
        at(entry -> Long.parseLong(TIME) + (entry.name().equals("demo.PlainService") ? 2 : 0));
    MetadataRevision claimed = GoRevision.of(document);
    ProvenDocument proven = document.proven(claimed).orElseThrow();

    assertThat(proven.own()).isEqualTo(Map.of("timestamp", TIME));
    assertThat(proven.document())
        .isNotEqualTo(this.document.proven(REVISION).orElseThrow().document());
    ApplicationInstance registered = claiming(claimed);
    assertThat(ProvenDocument.again(registered, proven.instance(registered), proven.document()))
        .contains(proven);
    assertThat(address(proven, registered, "demo.PlainService").metadata())
        .containsEntry("timestamp", TIME)
        .doesNotContainKey(GoRevision.LATER);
  }

  @Test
  void aProcessThatIsKnownNeedNotBeAskedAgain() {
    ProvenDocument proven = document.proven(REVISION).orElseThrow();
    ApplicationInstance kept = proven.instance(found.instance());

    assertThat(ProvenDocument.again(found.instance(), kept, proven.document())).contains(proven);
    MetadataRevision restarted = GoRevision.of(at(entry -> Long.parseLong(TIME) + 60));
    assertThat(ProvenDocument.again(claiming(restarted), kept, proven.document())).isEmpty();
    assertThat(ProvenDocument.again(found.instance(), found.instance(), proven.document()))
        .as("without a time of the process")
        .isEmpty();
    assertThat(ProvenDocument.asClaimed(proven.document(), kept.attributes())).contains(document);
  }

  @Test
  void whatConsumersOfInterfacesGet() {
    ProvenDocument proven = document.proven(REVISION).orElseThrow();
    InterfaceAddress address = address(proven, found.instance(), "demo.PlainService");

    assertThat(address.port()).isEqualTo(20899);
    assertThat(address.metadata())
        .containsEntry("path", "demo.PlainService")
        .containsEntry("protocol", "dubbo")
        .containsEntry("release", "dubbo-golang-3.3.2")
        .containsEntry("timestamp", TIME)
        .containsEntry("methods", "ping,Ping")
        .as("dubbo-go's names of an instance, and a weight that is none")
        .doesNotContainKeys("id", "registry.id", "weight", "dubbo.subscribed-services.revision");
    assertThat(InterfaceUnfold.names(proven.document()))
        .contains(
            "providers:demo.GreetService:1.0.0:grpA",
            "providers:demo.OrderService:2.0.0:",
            "providers:demo.PlainService::");
  }

  private InterfaceAddress address(
      ProvenDocument proven, ApplicationInstance registered, String name) {
    return InterfaceUnfold.unfold(
            "providers:" + name + "::", proven.instance(registered), proven.document())
        .get(0);
  }

  private ApplicationInstance claiming(MetadataRevision revision) {
    return new ProvenDocument(document, revision, Map.of()).instance(found.instance());
  }

  private MetadataDocument at(ToLongFunction<ServiceEntry> time) {
    return MetadataDocument.of(
        document.application(),
        document.services().values().stream()
            .map(
                entry ->
                    with(
                        entry,
                        entry.port(),
                        entry.path(),
                        put(entry, "timestamp", Long.toString(time.applyAsLong(entry)))))
            .toList());
  }

  private MetadataDocument changed(String key, UnaryOperator<ServiceEntry> change) {
    SortedMap<String, ServiceEntry> services = new TreeMap<>(document.services());
    services.computeIfPresent(key, (same, entry) -> change.apply(entry));
    return new MetadataDocument(document.application(), services);
  }

  private static SortedMap<String, String> put(ServiceEntry entry, String key, String value) {
    SortedMap<String, String> params = new TreeMap<>((Map<String, String>) entry.params());
    params.put(key, value);
    return params;
  }

  private static ServiceEntry with(
      ServiceEntry entry, int port, String path, SortedMap<String, String> params) {
    return new ServiceEntry(
        entry.name(), entry.group(), entry.version(), entry.protocol(), port, path, params);
  }

  private static Found found(String capture) {
    return new ApplicationFold(new InstanceJsonReader())
        .fold(Captures.registrations(capture))
        .found()
        .get(0);
  }
}
