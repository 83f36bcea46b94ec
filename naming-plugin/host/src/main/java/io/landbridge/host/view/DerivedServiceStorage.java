package io.landbridge.host.view;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import com.alibaba.nacos.api.naming.utils.NamingUtils;
import com.alibaba.nacos.naming.core.v2.ServiceManager;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManager;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManagerDelegate;
import com.alibaba.nacos.naming.core.v2.index.ClientServiceIndexesManager;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.InstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.misc.SwitchDomain;
import com.alibaba.nacos.naming.utils.ServiceUtil;
import io.landbridge.host.registry.NacosServices;
import io.landbridge.host.registry.Once;
import io.landbridge.host.registry.RareWarning;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.NativeServices;
import io.landbridge.view.derived.Caller;
import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.DerivedView;
import io.landbridge.view.derived.NativeInstance;
import io.landbridge.view.derived.Side;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lays the derived view over the server's own storage. Every read and every push, over whatever
 * protocol, asks a {@code ServiceStorage}.
 *
 * <p>It wraps the server's storage instead of inheriting its behaviour: the server's {@code
 * getData} calls {@code getPushData} on itself when it has nothing cached, and would come back here
 * and get derived instances twice. What the server has cached is shared with other threads and
 * never changed here.
 */
public final class DerivedServiceStorage extends ServiceStorage implements NativeServices {

  private static final Logger LOG = LoggerFactory.getLogger(DerivedServiceStorage.class);
  private static final String ID_DELIMITER = "#";

  private final ServiceStorage stock;
  private final Supplier<DerivedView> view;
  private final ClientServiceIndexesManager indexes;
  private final ClientManager clients;
  private final SwitchDomain switches;
  private final Callers callers;
  private final RareWarning warning = new RareWarning(LOG);

  /**
   * Creates the storage.
   *
   * @param stock the server's
   * @param view what is added now
   * @param callers know who asks
   */
  public DerivedServiceStorage(
      ServiceStorage stock,
      Supplier<DerivedView> view,
      Callers callers,
      ClientServiceIndexesManager indexes,
      ClientManagerDelegate clients,
      SwitchDomain switches,
      NamingMetadataManager edits) {
    super(indexes, clients, switches, edits);
    this.stock = stock;
    this.view = view;
    this.callers = callers;
    this.indexes = indexes;
    this.clients = clients;
    this.switches = switches;
  }

  @Override
  public Set<String> getClusters(Service service) {
    // Not the server's own set of them, which is empty from a push until the service is read again.
    ServiceInfo natives = cached(service);
    Set<String> clusters = new HashSet<>();
    natives.getHosts().forEach(each -> clusters.add(each.getClusterName()));
    try {
      DerivedView current = view.get();
      if (!current.mayAdd(service.getName())) {
        return clusters;
      }
      Set<String> all = new HashSet<>(clusters);
      NacosServices.usable(service)
          .ifPresent(
              key -> additions(current, key, natives).forEach(each -> all.add(each.cluster())));
      return all;
    } catch (RuntimeException | LinkageError e) {
      return unchanged(service, clusters, e);
    }
  }

  @Override
  public ServiceInfo getData(Service service) {
    return merged(service, cached(service), side(service, callers::current));
  }

  /**
   * Whether a caller gets everything that is derived of a service.
   *
   * @param caller who asks, if that is known; asked for only where it makes a difference
   */
  boolean isShown(Service service, Supplier<Optional<Caller>> caller) {
    return side(service, caller) == Side.SHOWN;
  }

  /** Whether what of a service a caller gets depends on who it is. */
  public boolean dependsOnCaller(Service service) {
    try {
      DerivedView current = view.get();
      return current.mayAdd(service.getName())
          && NacosServices.usable(service).filter(current::dependsOnCaller).isPresent();
    } catch (RuntimeException | LinkageError e) {
      return unchanged(service, true, e);
    }
  }

  /** Where it cannot be found out, what is derived is hidden, as where it cannot be read. */
  private Side side(Service service, Supplier<Optional<Caller>> caller) {
    try {
      DerivedView current = view.get();
      return current.mayAdd(service.getName())
          ? NacosServices.usable(service).map(key -> current.side(key, caller)).orElse(Side.SHOWN)
          : Side.SHOWN;
    } catch (RuntimeException | LinkageError e) {
      return unchanged(service, Side.WITHHELD, e);
    }
  }

  /**
   * What the server has cached, or what it puts together. The server looks twice whether it has
   * something, and answers null if that was removed between the two, which every change does here.
   */
  private ServiceInfo cached(Service service) {
    @Nullable ServiceInfo cached = stock.getData(service);
    return cached == null ? stock.getPushData(service) : cached;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The server asks at every change, so that what it has cached is of before.
   */
  @Override
  public ServiceInfo getPushData(Service service) {
    stock.removeData(service);
    return new PushedService(
        service,
        switches.getDefaultPushCacheMillis(),
        // Who is known asks for itself; who is not is about to push to many.
        side(service, callers::current),
        sides(service),
        () -> NacosServices.subscribers(indexes, service).size());
  }

  /** Both sides of a service have the same native instances, read once. */
  private Function<Side, ServiceInfo> sides(Service service) {
    Supplier<ServiceInfo> natives = new Once<>(() -> stock.getPushData(service));
    return side -> merged(service, natives.get(), side);
  }

  @Override
  public void removeData(Service service) {
    stock.removeData(service);
  }

  @Override
  public List<NativeInstance> instances(ServiceKey service) {
    Service asked = NacosServices.service(service);
    // Not the cached answer: it may be older than the change that made somebody ask. Nor is this
    // one for others: until it pushes, half a second after a change, the server would answer with
    // this moment, in which everybody may be gone who is back in the next. So it is put together
    // aside, in what this object inherits and nobody reads, and the server keeps what it has.
    List<NativeInstance> now = natives(super.getPushData(asked));
    super.removeData(asked);
    return now;
  }

  @Override
  public void refresh(ServiceKey service) {
    stock.removeData(NacosServices.service(service));
  }

  @Override
  public boolean isThere(ImportedInstance.Key key) {
    Service service = NacosServices.service(key.service());
    return NacosServices.registrants(indexes, service).stream()
        .map(clients::getClient)
        .filter(Objects::nonNull)
        .flatMap(client -> NacosServices.registered(client, service).stream())
        .anyMatch(each -> isAt(key, each));
  }

  private static boolean isAt(ImportedInstance.Key key, InstancePublishInfo each) {
    return each.getPort() == key.port()
        && key.ip().equals(each.getIp())
        && key.cluster().equals(each.getCluster());
  }

  @Override
  public int clients(ServiceKey service) {
    return NacosServices.registrants(indexes, NacosServices.service(service)).size();
  }

  @Override
  public List<ServiceKey> named(NamespaceId namespace, String name) {
    return ServiceManager.getInstance().getSingletons(namespace.value()).stream()
        .filter(service -> service.getName().equals(name))
        .flatMap(service -> NacosServices.usable(service).stream())
        .toList();
  }

  @Override
  public List<String> unusableNamespaces() {
    ServiceManager services = ServiceManager.getInstance();
    return services.getAllNamespaces().stream()
        .filter(namespace -> NamespaceId.refusal(namespace).isPresent())
        .filter(namespace -> !services.getSingletons(namespace).isEmpty())
        .toList();
  }

  @Override
  public List<ServiceKey> all() {
    ServiceManager services = ServiceManager.getInstance();
    return services.getAllNamespaces().stream()
        .flatMap(namespace -> services.getSingletons(namespace).stream())
        .flatMap(service -> NacosServices.usable(service).stream())
        .toList();
  }

  private ServiceInfo merged(Service service, ServiceInfo natives, Side side) {
    try {
      DerivedView current = view.get();
      if (!current.mayAdd(service.getName())) {
        return natives;
      }
      Optional<ServiceKey> named = NacosServices.usable(service);
      if (named.isEmpty()) {
        // Nothing is derived in a namespace that nobody can ask for.
        return natives;
      }
      ServiceKey key = named.get();
      List<NativeInstance> present = natives(natives);
      List<DerivedInstance> additions = current.additions(key, present, side);
      List<NativeInstance> alive = current.alive(key, present);
      return additions.isEmpty() && alive.isEmpty()
          ? natives
          : withAdditions(service, natives, additions, alive);
    } catch (RuntimeException | LinkageError e) {
      return unchanged(service, natives, e);
    }
  }

  private <T> T unchanged(Service service, T answer, Throwable problem) {
    warning.warn(
        "Derived instances are hidden in " + LogText.of(service.getGroupedServiceName()) + " now",
        problem);
    return answer;
  }

  private static List<DerivedInstance> additions(
      DerivedView view, ServiceKey key, ServiceInfo natives) {
    return view.additions(key, natives(natives));
  }

  private static ServiceInfo withAdditions(
      Service service,
      ServiceInfo natives,
      List<DerivedInstance> additions,
      List<NativeInstance> alive) {
    // The server's own copy: the accessors of one property are spelled differently on each line.
    ServiceInfo copy = ServiceUtil.selectInstances(natives, false, false);
    copy.setLastRefTime(natives.getLastRefTime());
    List<Instance> hosts = new ArrayList<>();
    Set<String> heard = new HashSet<>();
    alive.forEach(each -> heard.add(each.address()));
    natives.getHosts().forEach(each -> hosts.add(heard(each, heard)));
    additions.forEach(each -> hosts.add(instance(service, each)));
    copy.setHosts(hosts);
    return copy;
  }

  /** The instance as it is, or a healthy copy: what the server holds is never changed. */
  private static Instance heard(Instance stock, Set<String> heard) {
    if (stock.isHealthy()
        || !stock.isEphemeral()
        || !heard.contains(stock.getIp() + ":" + stock.getPort())) {
      return stock;
    }
    Instance copy = new Instance();
    ShownInstance.copy(stock, copy);
    copy.setHealthy(true);
    return copy;
  }

  /** As the server shows what a 2.x client registered without naming an id or a weight. */
  private static Instance instance(Service service, DerivedInstance derived) {
    String serviceName = NamingUtils.getGroupedName(service.getName(), service.getGroup());
    Instance instance = new ShownInstance();
    instance.setIp(derived.ip());
    instance.setPort(derived.port());
    instance.setClusterName(derived.cluster());
    instance.setServiceName(serviceName);
    instance.setInstanceId(
        String.join(
            ID_DELIMITER,
            derived.ip(),
            String.valueOf(derived.port()),
            derived.cluster(),
            serviceName));
    instance.setHealthy(derived.healthy());
    instance.setEnabled(derived.enabled());
    instance.setEphemeral(derived.ephemeral());
    instance.setWeight(derived.weight());
    instance.setMetadata(new MergedMetadata(derived.common(), derived.own()));
    return instance;
  }

  private static List<NativeInstance> natives(ServiceInfo info) {
    return info.getHosts().stream()
        // The server takes one that says no address, which nobody can call.
        .filter(each -> each.getIp() != null)
        .map(
            each ->
                new NativeInstance(
                    each.getIp(),
                    each.getPort(),
                    each.getClusterName() == null ? "" : each.getClusterName(),
                    each.getWeight(),
                    each.isHealthy(),
                    each.isEnabled(),
                    each.isEphemeral(),
                    metadata(each)))
        .toList();
  }

  private static Map<String, String> metadata(Instance instance) {
    Map<String, String> metadata = instance.getMetadata();
    return metadata == null ? Map.of() : metadata;
  }
}
