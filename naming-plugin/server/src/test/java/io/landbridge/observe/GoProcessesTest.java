package io.landbridge.observe;

import static io.landbridge.observe.Fleet.registered;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.InterfaceAddress;
import io.landbridge.dubbo.InterfaceUnfold;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.Registration;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.record.ValueCodec;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.Samples;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** Processes of dubbo-go, each of which has a document of its own. */
class GoProcessesTest {

  private static final int PROCESSES = 2_000;

  /** What a process of dubbo-go may cost, in processes of Dubbo in Java. */
  private static final double COST = 1.3;

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final long STARTED = 1_796_047_353;

  /** Any of that form tells which rule is meant. */
  private static final MetadataRevision FORM = new MetadataRevision("0".repeat(128));

  private final Fleet fleet = new Fleet(1);

  @Test
  void aFleetCostsNoMoreThanOneInJava() {
    Costs java = costs(fleet, index -> javaProcess(fleet, index));
    Fleet other = new Fleet(1);
    Costs go = costs(other, index -> goProcess(other, index));

    assertThat(go.documents()).isEqualTo(java.documents()).isEqualTo(1);
    assertThat(go.catalogBytes()).isLessThan((long) (java.catalogBytes() * COST));
    assertThat(go.pushedChars()).isLessThan((long) (java.pushedChars() * COST));
    assertThat(go.texts()).isLessThan((long) (java.texts() * COST));
  }

  @Test
  void aMemberThatIsStartedAnewAsksNobodyAgain() {
    for (int i = 0; i < 5; i++) {
      goProcess(fleet, i);
    }
    fleet.run(SOON);
    Map<InstanceKey, ApplicationInstance> before = fleet.contents();
    assertThat(before).hasSize(5);
    fleet.documents.asked().clear();
    int proposed = fleet.catalog.proposed().size();

    fleet.member(0).restart(2);
    fleet.run(SOON);
    assertThat(fleet.documents.asked()).isEmpty();
    assertThat(fleet.contents()).isEqualTo(before);
    assertThat(fleet.catalog.proposed().subList(proposed, fleet.catalog.proposed().size()))
        .allSatisfy(command -> assertThat(command.toString()).doesNotContain("releases=[Inst"));
  }

  @Test
  void aProcessThatIsStartedAnewIsAsked() {
    goProcess(fleet, 0);
    fleet.run(SOON);
    Registration registration = goProcess(fleet, 7, "10.1.0.0");
    fleet.run(SOON);

    assertThat(fleet.contents().values())
        .singleElement()
        .satisfies(
            instance ->
                assertThat(instance.attributes())
                    .containsEntry("timestamp", Long.toString(STARTED + 7)));
    assertThat(fleet.documents.asked())
        .anyMatch(
            where ->
                where
                    .revision()
                    .value()
                    .equals(registration.metadata().get("dubbo.metadata.revision")));
  }

  /**
   * What some processes cost.
   *
   * @param documents how many the catalog has
   * @param catalogBytes of the instances as they are stored and of the documents
   * @param pushedChars of what consumers of interfaces are told
   * @param texts how many the instances and the documents keep
   */
  private record Costs(int documents, long catalogBytes, long pushedChars, long texts) {}

  private static Costs costs(Fleet fleet, IntConsumer process) {
    for (int i = 0; i < PROCESSES; i++) {
      process.accept(i);
    }
    fleet.run(SOON);
    Collection<OwnedInstance> instances = fleet.catalog.state().instances.values();
    assertThat(instances).hasSize(PROCESSES);
    Map<MetadataRevision, MetadataDocument> documents = new TreeMap<>();
    long bytes = 0;
    long pushed = 0;
    long texts = 0;
    for (OwnedInstance each : instances) {
      MetadataRevision revision = each.instance().revision();
      documents.put(revision, fleet.catalog.document(revision).orElseThrow());
      bytes += ValueCodec.encode(each).length;
      texts += each.instance().attributes().size();
      for (String name : InterfaceUnfold.names(documents.get(revision))) {
        for (InterfaceAddress address :
            InterfaceUnfold.unfold(name, each.instance(), documents.get(revision))) {
          pushed += address.metadata().toString().length();
        }
      }
    }
    for (MetadataDocument each : documents.values()) {
      bytes += ValueCodec.encode(each).length;
      texts += each.services().values().stream().mapToInt(entry -> entry.params().size()).sum();
    }
    return new Costs(documents.size(), bytes, pushed, texts);
  }

  private static Registration javaProcess(Fleet fleet, int index) {
    MetadataDocument document = MetadataDocument.of(Samples.SHOP.name(), List.of(entry(Map.of())));
    fleet.documents.put(document);
    return connect(fleet, ip(index), document.revision());
  }

  private static Registration goProcess(Fleet fleet, int index) {
    return goProcess(fleet, index, ip(index));
  }

  private static Registration goProcess(Fleet fleet, int index, String ip) {
    MetadataDocument document =
        MetadataDocument.of(
            Samples.SHOP.name(),
            List.of(entry(Map.of("timestamp", Long.toString(STARTED + index)))));
    MetadataRevision claimed = document.revisionLike(FORM);
    fleet.documents.put(claimed, document);
    return connect(fleet, ip, claimed);
  }

  private static Registration connect(Fleet fleet, String ip, MetadataRevision revision) {
    Registration registration = registered("client-" + ip, ip, Samples.SHOP.name(), revision);
    fleet.connect(0, "client-" + ip, List.of(registration));
    return registration;
  }

  private static String ip(int index) {
    return "10.1.%d.%d".formatted(index / 250, index % 250);
  }

  private static ServiceEntry entry(Map<String, String> more) {
    Map<String, String> params = new TreeMap<>(more);
    params.putAll(
        Map.of(
            "application", "shop",
            "cluster", "failover",
            "loadbalance", "random",
            "methods", "ping,Ping",
            "release", "dubbo-golang-3.3.2",
            "serialization", "hessian2"));
    return new ServiceEntry(
        "demo.PlainService", "", "", "dubbo", 20880, "demo.PlainService", new TreeMap<>(params));
  }
}
