package io.landbridge.host.nacos3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.model.Page;
import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import com.alibaba.nacos.api.naming.pojo.maintainer.ServiceDetailInfo;
import com.alibaba.nacos.api.naming.pojo.maintainer.ServiceView;
import com.alibaba.nacos.common.utils.JacksonUtils;
import com.alibaba.nacos.naming.core.v2.ServiceManager;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.host.view.DerivedServices;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.DerivedView;
import io.landbridge.view.derived.NativeInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The server's own lists and details, on its own classes, with two services of views. */
class Nacos3ListsTest {

  private static final String NAMESPACE = "lists";
  private static final String GROUP = "DEFAULT_GROUP";
  private static final int NATIVES = 5;
  private static final List<String> VIEWS = List.of("view-a", "view-b");

  private final NamingMetadataManager edits = new NamingMetadataManager();
  private final ServiceStorage storage = new Storage();
  private final DerivedServices derived = new DerivedServices(View::new, storage, edits);
  private final Nacos3CatalogService catalog = new Nacos3CatalogService(storage, edits, derived);
  private final Nacos3ServiceOperator operator =
      new Nacos3ServiceOperator(null, edits, storage, null, derived);

  @BeforeAll
  static void registerNatives() {
    natives()
        .forEach(
            each ->
                ServiceManager.getInstance()
                    .getSingleton(Service.newService(NAMESPACE, GROUP, each)));
  }

  @Test
  void everyPageOfTheCatalogHasWhatIsOnIt() throws NacosException {
    for (int size = 1; size <= NATIVES + 3; size++) {
      List<String> names = new ArrayList<>();
      List<String> again = new ArrayList<>();
      List<String> withHosts = new ArrayList<>();
      for (int page = 1; page <= NATIVES + 3; page++) {
        JsonNode list = (JsonNode) catalog.pageListService(NAMESPACE, "", "", page, size, "", true);
        assertThat(list.path("count").asInt()).isEqualTo(NATIVES + VIEWS.size());
        list.path("serviceList").forEach(each -> names.add(each.path("name").asText()));
        Page<ServiceView> views = catalog.listService(NAMESPACE, "", "", page, size, true);
        assertThat(views.getTotalCount()).isEqualTo(NATIVES + VIEWS.size());
        views.getPageItems().forEach(each -> again.add(each.getName()));
        Page<ServiceDetailInfo> details =
            catalog.pageListServiceDetail(NAMESPACE, "", "", page, size);
        assertThat(details.getTotalCount()).isEqualTo(NATIVES + VIEWS.size());
        details.getPageItems().forEach(each -> withHosts.add(each.getServiceName()));
      }
      assertThat(names).as("pages of %d", size).containsExactlyInAnyOrderElementsOf(all());
      assertThat(names).endsWith("view-a", "view-b");
      assertThat(again).isEqualTo(names);
      assertThat(withHosts).isEqualTo(names);
    }
  }

  @Test
  void anEntryOfTheCatalogLooksLikeTheServers() throws NacosException {
    JsonNode list = (JsonNode) catalog.pageListService(NAMESPACE, "", "", 1, 100, "", false);
    JsonNode own = list.path("serviceList").get(0);
    JsonNode view = list.path("serviceList").get(NATIVES);

    assertThat(view.path("name").asText()).isEqualTo("view-a");
    assertThat(view.path("groupName").asText()).isEqualTo(GROUP);
    assertThat(view.path("ipCount").asInt()).isEqualTo(2);
    assertThat(view.path("healthyInstanceCount").asInt()).isEqualTo(1);
    assertThat(view.path("clusterCount").asInt()).isEqualTo(2);
    assertThat(fields(view)).isEqualTo(fields(own));
  }

  @Test
  void aSearchOfTheCatalogFindsViews() throws NacosException {
    JsonNode found = (JsonNode) catalog.pageListService(NAMESPACE, "DEF", "w-a", 1, 10, "", false);

    assertThat(found.path("count").asInt()).isEqualTo(1);
    assertThat(found.path("serviceList").findValuesAsText("name")).containsExactly("view-a");
  }

  @Test
  void detailsLookLikeTheServers() throws NacosException {
    JsonNode detail =
        JacksonUtils.transferToJsonNode(catalog.getServiceDetail(NAMESPACE, GROUP, "view-a"));
    assertThat(fields(detail.path("clusterMap"))).containsExactly("DEFAULT", "other");
    assertThat(fields(detail))
        .isEqualTo(
            fields(
                JacksonUtils.transferToJsonNode(
                    catalog.getServiceDetail(NAMESPACE, GROUP, "native-0"))));

    ObjectNode old = operator.queryService(NAMESPACE, GROUP + "@@view-a");
    assertThat(old.path("clusters").findValuesAsText("name")).containsExactly("DEFAULT", "other");
    assertThat(shape(old)).isEqualTo(shape(operator.queryService(NAMESPACE, GROUP + "@@native-0")));

    JsonNode now = JacksonUtils.transferToJsonNode(operator.queryService(service("view-a")));
    assertThat(now.path("serviceName").asText()).isEqualTo("view-a");
    assertThat(now.path("clusterMap").size()).isEqualTo(2);
    assertThat(fields(now))
        .isEqualTo(
            fields(JacksonUtils.transferToJsonNode(operator.queryService(service("native-0")))));
  }

  @Test
  void instancesOfAViewAreListedByCluster() throws NacosException {
    assertThat(catalog.listInstances(NAMESPACE, GROUP, "view-a", "other"))
        .extracting(Instance::getIp)
        .containsExactly("10.0.0.2");
    assertThat(catalog.listAllInstances(NAMESPACE, GROUP, "view-a")).hasSize(2);
    assertThat(catalog.listAllInstances(NAMESPACE, GROUP, "native-0")).hasSize(1);
    assertThatThrownBy(() -> catalog.listInstances(NAMESPACE, GROUP, "view-a", "none"))
        .isInstanceOf(NacosException.class)
        .hasMessageContaining("cluster none is not found");
  }

  @Test
  void whatIsNowhereIsRefusedAsEver() {
    assertThatThrownBy(() -> catalog.getServiceDetail(NAMESPACE, GROUP, "nowhere"))
        .isInstanceOf(NacosException.class);
    assertThatThrownBy(() -> catalog.listInstances(NAMESPACE, GROUP, "nowhere", "DEFAULT"))
        .isInstanceOf(NacosException.class);
    assertThatThrownBy(() -> operator.queryService(service("nowhere")))
        .isInstanceOf(NacosException.class);
    assertThatThrownBy(() -> operator.queryService(NAMESPACE, GROUP + "@@nowhere"))
        .isInstanceOf(NacosException.class);
    assertThat(catalog.listAllInstances(NAMESPACE, GROUP, "nowhere")).isEmpty();
  }

  @Test
  void namesOfAGroup() throws NacosException {
    assertThat(operator.listService(NAMESPACE, GROUP, ""))
        .containsExactlyInAnyOrderElementsOf(
            all().stream().map(each -> GROUP + "@@" + each).toList());
    assertThat(operator.listService(NAMESPACE, "OTHER", "")).isEmpty();
    assertThat(operator.searchServiceName(NAMESPACE, "-b")).containsExactly(GROUP + "@@view-b");
  }

  private static List<String> natives() {
    return IntStream.range(0, NATIVES).mapToObj(i -> "native-" + i).toList();
  }

  private static List<String> all() {
    List<String> all = new ArrayList<>(natives());
    all.addAll(VIEWS);
    return all;
  }

  private static Service service(String name) {
    return Service.newService(NAMESPACE, GROUP, name);
  }

  private static Set<String> fields(JsonNode node) {
    Set<String> names = new TreeSet<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** The names of the fields, and of those of its first cluster. */
  private static Map<String, Set<String>> shape(JsonNode detail) {
    return Map.of(
        "all", fields(detail),
        "cluster", fields(detail.path("clusters").path(0)));
  }

  /** Shows one instance in a native service and two in a view. */
  private static final class Storage extends ServiceStorage {

    Storage() {
      super(null, null, null, null);
    }

    @Override
    public ServiceInfo getData(Service service) {
      List<Instance> hosts = new ArrayList<>();
      if (all().contains(service.getName())) {
        hosts.add(instance("10.0.0.1", "DEFAULT", true));
      }
      if (VIEWS.contains(service.getName())) {
        hosts.add(instance("10.0.0.2", "other", false));
      }
      ServiceInfo info = new ServiceInfo(service.getName(), "");
      info.setHosts(hosts);
      return info;
    }

    @Override
    public Set<String> getClusters(Service service) {
      return getData(service).getHosts().isEmpty() ? Set.of() : Set.of("DEFAULT");
    }

    private static Instance instance(String ip, String cluster, boolean healthy) {
      Instance instance = new Instance();
      instance.setIp(ip);
      instance.setPort(20880);
      instance.setClusterName(cluster);
      instance.setHealthy(healthy);
      return instance;
    }
  }

  private static final class View implements DerivedView {

    @Override
    public boolean mayAdd(String service) {
      return VIEWS.contains(service);
    }

    @Override
    public List<DerivedInstance> additions(ServiceKey service, List<NativeInstance> natives) {
      throw new UnsupportedOperationException("the storage does this");
    }

    @Override
    public SortedSet<ServiceKey> services(NamespaceId namespace) {
      SortedSet<ServiceKey> services = new TreeSet<>();
      if (namespace.value().equals(NAMESPACE)) {
        VIEWS.forEach(each -> services.add(new ServiceKey(namespace, GROUP, each)));
      }
      return services;
    }
  }
}
