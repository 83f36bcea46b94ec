package io.landbridge.host.nacos;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.naming.core.v2.metadata.InstanceMetadata;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
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
    assertThat(changed()).as("nobody suspected anything").isEmpty();

    edited.suspect(ORDERS);
    assertThat(changed()).containsExactly(Map.entry(ORDERS, Set.of("one")));
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
