package io.landbridge.host.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.naming.core.v2.metadata.InstanceMetadata;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class EditedInstancesTest {

  private static final Service ORDERS =
      Service.newService("public", "DEFAULT_GROUP", "providers:demo.Orders::");
  private static final Service STOCK =
      Service.newService("public", "DEFAULT_GROUP", "providers:demo.Stock::");

  private final NamingMetadataManager edits = new NamingMetadataManager();
  private final EditedInstances edited = new EditedInstances(edits);

  @Test
  void onlyWhatIsEditedInAnotherWayIsReported() {
    edits.updateInstanceMetadata(ORDERS, "one", weight(2));
    edits.updateInstanceMetadata(STOCK, "two", weight(2));
    assertThat(changed())
        .as("edited before anybody looked")
        .containsOnly(Map.entry(ORDERS, Set.of("one")), Map.entry(STOCK, Set.of("two")));
    assertThat(changed()).isEmpty();

    edited.suspect(ORDERS);
    assertThat(changed()).isEmpty();

    edits.updateInstanceMetadata(ORDERS, "one", weight(3));
    edits.updateInstanceMetadata(ORDERS, "three", weight(1));
    edited.suspect(ORDERS);
    edited.suspect(ORDERS);
    assertThat(changed()).containsExactly(Map.entry(ORDERS, Set.of("one", "three")));
  }

  @Test
  void anEditThatIsTakenBackIsReported() {
    edits.updateInstanceMetadata(ORDERS, "one", weight(2));
    edited.suspect(ORDERS);
    changed();

    edits.removeInstanceMetadata(ORDERS, "one");
    edited.suspect(ORDERS);

    assertThat(changed()).containsExactly(Map.entry(ORDERS, Set.of("one")));
  }

  /** The server drops the edits of an instance it takes for gone, and tells nobody. */
  @Test
  void anEditThatIsDroppedInSilenceIsReported() {
    edits.updateInstanceMetadata(ORDERS, "one", weight(2));
    edits.updateInstanceMetadata(ORDERS, "two", weight(2));
    changed();

    edits.removeInstanceMetadata(ORDERS, "one");
    assertThat(changed()).containsExactly(Map.entry(ORDERS, Set.of("one")));
    edits.removeInstanceMetadata(ORDERS, "two");
    assertThat(changed()).containsExactly(Map.entry(ORDERS, Set.of("two")));
    assertThat(changed()).isEmpty();
  }

  /** A member that fell behind is given a snapshot of all edits instead of each. */
  @Test
  void editsTakenFromASnapshotAreReported() {
    edits.updateInstanceMetadata(ORDERS, "one", weight(2));
    changed();

    edits.loadInstanceMetadataSnapshot(
        new ConcurrentHashMap<>(Map.of(STOCK, new ConcurrentHashMap<>(Map.of("two", weight(3))))));

    Map<Service, Set<String>> found = changed();
    found.putAll(changed());
    assertThat(found)
        .containsOnly(Map.entry(ORDERS, Set.of("one")), Map.entry(STOCK, Set.of("two")));
  }

  @Test
  void aCallLooksAtSomeOfManyAndTheNextOnesAtTheRest() {
    int services = 2 * EditedInstances.LOOKS + 1;
    for (int i = 0; i < services; i++) {
      edits.updateInstanceMetadata(
          Service.newService("public", "DEFAULT_GROUP", "providers:demo.Service" + i + "::"),
          "one",
          weight(2));
    }
    assertThat(changed()).hasSize(EditedInstances.LOOKS);
    assertThat(changed()).hasSize(EditedInstances.LOOKS);
    assertThat(changed()).hasSize(1);
    assertThat(changed()).isEmpty();
  }

  private Map<Service, Set<String>> changed() {
    Map<Service, Set<String>> found = new HashMap<>();
    edited.resolve(found::put);
    return found;
  }

  private static InstanceMetadata weight(double weight) {
    InstanceMetadata metadata = new InstanceMetadata();
    metadata.setWeight(weight);
    return metadata;
  }
}
