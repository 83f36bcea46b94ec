package io.landbridge.host.view;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import com.alibaba.nacos.api.naming.utils.NamingUtils;
import com.alibaba.nacos.common.utils.JacksonUtils;
import com.alibaba.nacos.naming.core.v2.ServiceManager;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.ClusterMetadata;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.metadata.ServiceMetadata;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.host.registry.RareWarning;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.view.derived.DerivedView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The services that exist as a view alone. The server keeps no entry for them, so its lists and
 * details, which begin with its entries, pass them by.
 *
 * <p>What goes wrong here ends in the server's own answer and a line in the log. Safe for use from
 * any thread.
 */
public final class DerivedServices {

  private static final Logger LOG = LoggerFactory.getLogger(DerivedServices.class);
  private static final String ANYTHING = ".*";
  private static final String GROUP_DELIMITER = "@@";

  private final Supplier<DerivedView> view;
  private final ServiceStorage storage;
  private final NamingMetadataManager edits;
  private final RareWarning warning = new RareWarning(LOG);

  /**
   * Creates a DerivedServices.
   *
   * @param view the view of now
   * @param storage where derived instances are laid over native ones
   * @param edits what operators have set for services
   */
  public DerivedServices(
      Supplier<DerivedView> view, ServiceStorage storage, NamingMetadataManager edits) {
    this.view = view;
    this.storage = storage;
    this.edits = edits;
  }

  /**
   * The services of a namespace that exist as a view alone, sorted.
   *
   * @param namespace as the request spells it; none are in a blank one, as the server has none
   *     there
   */
  public List<Service> in(String namespace) {
    return orElse(List.of(), () -> viewsAlone(namespace, key -> true).toList());
  }

  /**
   * Those of one group.
   *
   * @param namespace as the request spells it
   * @param group its name
   */
  public List<Service> in(String namespace, String group) {
    return orElse(
        List.of(), () -> viewsAlone(namespace, key -> key.group().equals(group)).toList());
  }

  private Stream<Service> viewsAlone(String namespace, Predicate<ServiceKey> wanted) {
    return shown(namespace, wanted).filter(each -> !isNative(each));
  }

  private Stream<Service> shown(String namespace, Predicate<ServiceKey> wanted) {
    if (namespace.isEmpty()) {
      return Stream.empty();
    }
    // The server takes registrations under ids that are none here; nothing is derived there.
    return NamespaceId.read(namespace).stream()
        .flatMap(each -> view.get().services(each).stream())
        .filter(wanted)
        .map(key -> Service.newService(namespace, key.group(), key.name()));
  }

  /**
   * The services of a namespace to which something is added, whether or not the server has an entry
   * for them, too.
   *
   * @param namespace as the request spells it; none are in a blank one
   * @throws RuntimeException if the view cannot be asked
   */
  public Set<Service> shown(String namespace) {
    return shown(namespace, key -> true).collect(Collectors.toUnmodifiableSet());
  }

  private static boolean isNative(Service service) {
    return ServiceManager.getInstance().containSingleton(service);
  }

  /**
   * Those whose group and name contain what people look for, as the server's console matches them.
   *
   * @param namespace as the request spells it
   * @param group a regular expression; blank for any
   * @param name a regular expression; blank for any
   */
  public List<Service> matching(String namespace, String group, String name) {
    return orElse(
        List.of(),
        () -> {
          Predicate<String> wanted =
              new ForeignExpression(containing(group) + GROUP_DELIMITER + containing(name));
          return viewsAlone(namespace, key -> true)
              .filter(each -> wanted.test(each.getGroupedServiceName()))
              .toList();
        });
  }

  private static String containing(String expression) {
    return expression == null || expression.isBlank() ? ANYTHING : ANYTHING + expression + ANYTHING;
  }

  /**
   * The server's list of the names in a group, and after them what exists as a view alone.
   *
   * @param stock the server's list, each name with its group
   */
  public Collection<String> named(Collection<String> stock, String namespace, String group) {
    return with(stock, in(namespace, group), each -> true);
  }

  /**
   * The server's list of the names that contain an expression, and after them what exists as a view
   * alone.
   *
   * @param stock the server's list, each name with its group
   * @param expression a regular expression
   */
  public Collection<String> found(Collection<String> stock, String namespace, String expression) {
    List<Service> services = in(namespace);
    if (services.isEmpty()) {
      return stock;
    }
    return orElse(
        stock,
        () -> {
          Predicate<String> wanted = new ForeignExpression(ANYTHING + expression + ANYTHING);
          return with(stock, services, each -> wanted.test(each.getGroupedServiceName()));
        });
  }

  private static Collection<String> with(
      Collection<String> stock, List<Service> services, Predicate<Service> wanted) {
    List<String> more =
        services.stream()
            .filter(wanted)
            .map(Service::getGroupedServiceName)
            .filter(each -> !stock.contains(each))
            .toList();
    if (more.isEmpty()) {
      return stock;
    }
    List<String> all = new ArrayList<>(stock);
    all.addAll(more);
    return all;
  }

  /**
   * Tells of a service if it exists as a view alone.
   *
   * @param describe tells of it and what is shown of it
   * @return empty when the server has an entry for it, or when nothing is shown
   */
  public <T> Optional<T> find(Service service, BiFunction<Service, ServiceInfo, T> describe) {
    return orElse(
        Optional.empty(),
        () ->
            view.get().mayAdd(service.getName()) && !isNative(service)
                ? Optional.of(data(service))
                    .filter(each -> !each.getHosts().isEmpty())
                    .map(each -> describe.apply(service, each))
                : Optional.empty());
  }

  /**
   * What both lines tell old clients of a service, if it exists as a view alone.
   *
   * @param groupedName the group and the name
   */
  public Optional<ObjectNode> find(String namespace, String groupedName) {
    return orElse(
        Optional.empty(),
        () ->
            find(
                Service.newService(
                    namespace,
                    NamingUtils.getGroupName(groupedName),
                    NamingUtils.getServiceName(groupedName)),
                this::detail));
  }

  private ObjectNode detail(Service service, ServiceInfo data) {
    ServiceMetadata metadata = metadata(service);
    ObjectNode detail = JacksonUtils.createEmptyJsonNode();
    detail.put("namespaceId", service.getNamespace());
    detail.put("groupName", service.getGroup());
    detail.put("name", service.getName());
    detail.put("protectThreshold", metadata.getProtectThreshold());
    detail.set("metadata", JacksonUtils.transferToJsonNode(metadata.getExtendData()));
    detail.set("selector", JacksonUtils.transferToJsonNode(metadata.getSelector()));
    ArrayNode clusters = detail.putArray("clusters");
    for (String each : clusters(data)) {
      ClusterMetadata cluster = metadata(metadata, each);
      ObjectNode node = clusters.addObject().put("name", each);
      node.set("healthChecker", JacksonUtils.transferToJsonNode(cluster.getHealthChecker()));
      node.set("metadata", JacksonUtils.transferToJsonNode(cluster.getExtendData()));
    }
    return detail;
  }

  /** What is shown of a service. */
  public ServiceInfo data(Service service) {
    return storage.getData(service);
  }

  /** How many of its instances are healthy. */
  public static int healthy(ServiceInfo data) {
    return (int) data.getHosts().stream().filter(Instance::isHealthy).count();
  }

  /** Whether its instances live and die with their clients, as far as one of them does. */
  public static boolean isEphemeral(ServiceInfo data) {
    return data.getHosts().stream().anyMatch(Instance::isEphemeral);
  }

  /** The labels of the clusters its instances are in. */
  public static SortedSet<String> clusters(ServiceInfo data) {
    SortedSet<String> clusters = new TreeSet<>();
    data.getHosts().forEach(each -> clusters.add(each.getClusterName()));
    return clusters;
  }

  /** Its instances by cluster. */
  public static SortedMap<String, List<Instance>> byCluster(ServiceInfo data) {
    SortedMap<String, List<Instance>> clusters = new TreeMap<>();
    data.getHosts()
        .forEach(
            each ->
                clusters
                    .computeIfAbsent(each.getClusterName(), key -> new ArrayList<>())
                    .add(each));
    return clusters;
  }

  /** What an operator has set for a service, or the server's defaults. */
  public ServiceMetadata metadata(Service service) {
    return edits.getServiceMetadata(service).orElseGet(ServiceMetadata::new);
  }

  /** What an operator has set for a cluster, or the server's defaults. */
  public static ClusterMetadata metadata(ServiceMetadata service, String cluster) {
    return service.getClusters().getOrDefault(cluster, new ClusterMetadata());
  }

  /** Whether too few instances are healthy, as the server's console reckons. */
  public boolean isBelowThreshold(Service service, ServiceInfo data) {
    return healthy(data) * 1.0 / data.ipCount() <= metadata(service).getProtectThreshold();
  }

  /**
   * A page of a list in which the server's entries come first and those of views after them.
   *
   * @param stock what the server put on the page; of no meaning on a page after its last entry
   * @param stockTotal how many entries the server has on all pages
   * @param derived the entries of views on all pages
   * @param page the number of the page, from 1
   * @param size the size of a page
   * @param describe makes an entry
   */
  public static <T> List<T> page(
      List<T> stock,
      int stockTotal,
      List<Service> derived,
      int page,
      int size,
      Function<Service, T> describe) {
    long start = Math.max(0, page - 1L) * Math.max(0, size);
    List<T> entries = new ArrayList<>(start < stockTotal ? stock : List.of());
    long room = Math.max(0, Math.min(size - entries.size(), start + size - stockTotal));
    derived.stream()
        .skip(Math.max(0, start - stockTotal))
        .limit(room)
        .map(describe)
        .forEach(entries::add);
    return entries;
  }

  /**
   * Does something that may go wrong.
   *
   * @param stock what is answered then
   * @param work may fail
   */
  public <T> T orElse(T stock, Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException | Error e) {
      warning.warn("Derived services are missing in an answer", e);
      return stock;
    }
  }
}
