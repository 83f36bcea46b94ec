package io.landbridge.front.nacos3;

import static io.landbridge.front.nacos3.refusal.ServerRefusals.attempt;
import static io.landbridge.front.nacos3.refusal.ServerRefusals.refused;

import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.naming.PreservedMetadataKeys;
import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import com.alibaba.nacos.common.constant.HttpHeaderConsts;
import com.alibaba.nacos.common.paramcheck.ParamInfo;
import com.alibaba.nacos.common.utils.JacksonUtils;
import com.alibaba.nacos.naming.cluster.ServerStatusManager;
import com.alibaba.nacos.naming.core.InstanceOperatorClientImpl;
import com.alibaba.nacos.naming.core.ServiceOperatorV2Impl;
import com.alibaba.nacos.naming.core.v2.client.ClientAttributes;
import com.alibaba.nacos.naming.core.v2.client.impl.IpPortBasedClient;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManagerDelegate;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.InstanceMetadata;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.metadata.ServiceMetadata;
import com.alibaba.nacos.naming.core.v2.pojo.HealthCheckInstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.InstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.healthcheck.RsInfo;
import com.alibaba.nacos.naming.healthcheck.heartbeat.ClientBeatProcessorV2;
import com.alibaba.nacos.naming.misc.SwitchDomain;
import com.alibaba.nacos.naming.pojo.instance.InstanceIdGeneratorManager;
import com.alibaba.nacos.naming.utils.ServiceUtil;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.front.Caller;
import io.landbridge.front.ListedInstance;
import io.landbridge.front.ListedService;
import io.landbridge.front.NamingServer;
import io.landbridge.front.RefusedException;
import io.landbridge.front.RequestNames;
import io.landbridge.front.Switches;
import io.landbridge.front.V1Registration;
import io.landbridge.front.nacos3.refusal.ServerRefusals;
import io.landbridge.host.view.Callers;
import io.landbridge.host.view.DerivedServiceStorage;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/**
 * The server's own registry. An ephemeral instance is a client of the server's that is named by its
 * address, as with the server's own HTTP APIs, so that its checks of health and its expiry apply.
 */
final class ServerNaming implements NamingServer {

  private static final String GROUP_DELIMITER = "@@";
  private static final String NO_SELECTOR = "none";

  /** What 3.x calls the switches that clients of 1.x know by another name. */
  private static final Map<String, String> OLD_NAMES =
      Map.of(
          "pushJavaVersion", "pushVersionOfJava",
          "pushGoVersion", "pushVersionOfGo",
          "pushPythonVersion", "pushVersionOfPython",
          "pushCVersion", "pushVersionOfC",
          "pushCSharpVersion", "pushVersionOfCsharp");

  private final InstanceOperatorClientImpl instances;
  private final ServiceOperatorV2Impl services;
  private final ClientManagerDelegate clients;
  private final ServiceStorage storage;
  private final Callers callers;
  private final NamingMetadataManager edits;
  private final SwitchDomain switches;
  private final ServerStatusManager state;

  /**
   * Collects what it needs.
   *
   * @param beans of the server's web context, which has those of the core context behind it
   */
  ServerNaming(BeanFactory beans) {
    instances = beans.getBean(InstanceOperatorClientImpl.class);
    services = beans.getBean(ServiceOperatorV2Impl.class);
    clients = beans.getBean(ClientManagerDelegate.class);
    storage = beans.getBean(ServiceStorage.class);
    callers = beans.getBean(Callers.class);
    edits = beans.getBean(NamingMetadataManager.class);
    switches = beans.getBean(SwitchDomain.class);
    state = beans.getBean(ServerStatusManager.class);
  }

  @Override
  public Switches switches() {
    return new Switches(
        switches.getClientBeatInterval(),
        switches.isLightBeatEnabled(),
        switches.getDefaultCacheMillis(),
        switches.getDefaultPushCacheMillis(),
        switches.isPushEnabled(),
        switches.isDefaultInstanceEphemeral());
  }

  @Override
  public String status() {
    return state.getServerStatus().name();
  }

  @Override
  public byte[] switchesJson() {
    ObjectNode json = (ObjectNode) JacksonUtils.transferToJsonNode(switches);
    OLD_NAMES.forEach(
        (old, name) -> {
          if (json.has(name) && !json.has(old)) {
            json.set(old, json.get(name));
          }
        });
    return JacksonUtils.toJsonBytes(json);
  }

  @Override
  public void check(RequestNames names) throws RefusedException {
    ServerRefusals.check(() -> info(names));
  }

  private static ParamInfo info(RequestNames names) {
    ParamInfo info = new ParamInfo();
    info.setNamespaceId(names.namespace());
    info.setGroup(names.group());
    info.setServiceName(names.service());
    info.setClusters(names.clusters());
    info.setIp(names.ip());
    info.setPort(names.port());
    info.setMetadata(names.metadata());
    return info;
  }

  @Override
  public void register(ServiceKey service, V1Registration registration, Caller caller)
      throws RefusedException {
    Instance instance = instance(service, registration);
    attempt(
        () -> {
          String id = clientId(registration.ip(), registration.port());
          if (registration.ephemeral() && !clients.contains(id)) {
            clients.clientConnected(id, attributes(caller));
          }
          instances.registerInstance(
              service.namespace().value(), service.group(), service.name(), instance);
        });
  }

  @Override
  public void deregister(ServiceKey service, V1Registration registration) throws RefusedException {
    Instance instance = instance(service, registration);
    attempt(
        () ->
            instances.removeInstance(
                service.namespace().value(), service.group(), service.name(), instance));
  }

  @Override
  public void update(ServiceKey service, V1Registration registration) throws RefusedException {
    Instance instance = instance(service, registration);
    attempt(
        () ->
            instances.updateInstance(
                service.namespace().value(), service.group(), service.name(), instance));
  }

  @Override
  public long beat(ServiceKey key, String ip, int port, String cluster) throws RefusedException {
    Service service = service(key);
    if (!(clients.getClient(clientId(ip, port)) instanceof IpPortBasedClient client)) {
      return UNKNOWN;
    }
    @Nullable InstancePublishInfo info = client.getInstancePublishInfo(service);
    if (info == null) {
      return UNKNOWN;
    }
    if (info instanceof HealthCheckInstancePublishInfo checked && checked.isHealthy()) {
      checked.setLastHeartBeatTime(System.currentTimeMillis());
    } else {
      recover(key, ip, port, cluster, client);
    }
    client.setLastUpdatedTime();
    return interval(service, info);
  }

  /** The server has others told that the instance is well again. */
  private static void recover(
      ServiceKey key, String ip, int port, String cluster, IpPortBasedClient client) {
    RsInfo beat = new RsInfo();
    beat.setIp(ip);
    beat.setPort(port);
    beat.setCluster(cluster);
    beat.setServiceName(grouped(key));
    new ClientBeatProcessorV2(key.namespace().value(), beat, client).run();
  }

  private long interval(Service service, InstancePublishInfo info) {
    @Nullable Object edited =
        edits
            .getInstanceMetadata(service, info.getMetadataId())
            .map(InstanceMetadata::getExtendData)
            .map(each -> each.get(PreservedMetadataKeys.HEART_BEAT_INTERVAL))
            .orElse(null);
    @Nullable Object own =
        edited == null
            ? info.getExtendDatum().get(PreservedMetadataKeys.HEART_BEAT_INTERVAL)
            : edited;
    if (own != null) {
      try {
        return Math.max(0, Long.parseLong(own.toString()));
      } catch (NumberFormatException e) {
        // As if it named none.
      }
    }
    return switches.getClientBeatInterval();
  }

  @Override
  public ListedService list(
      ServiceKey key, String clusters, boolean healthyOnly, String asker, boolean fresh) {
    Service service = service(key);
    @Nullable ServiceMetadata metadata = edits.getServiceMetadata(service).orElse(null);
    ServiceInfo info =
        asker.isEmpty()
            ? read(service, fresh)
            // By its address alone, which a push to it has, too.
            : callers.as(
                () -> new io.landbridge.view.derived.Caller(asker, ""), () -> read(service, fresh));
    List<Instance> hosts =
        ServiceUtil.selectInstancesWithHealthyProtection(
                info, metadata, clusters, healthyOnly, true, asker)
            .getHosts();
    List<ListedInstance> listed = new ArrayList<>(hosts.size());
    for (Instance each : hosts) {
      listed.add(listed(key, each));
    }
    return new ListedService(
        listed, metadata == null ? Map.of() : withoutNulls(metadata.getExtendData()));
  }

  private ServiceInfo read(Service service, boolean fresh) {
    return fresh ? storage.getPushData(service) : storage.getData(service);
  }

  private static ListedInstance listed(ServiceKey key, Instance instance) {
    @Nullable String id = instance.getInstanceId();
    return new ListedInstance(
        instance.getIp(),
        instance.getPort(),
        id == null || id.isEmpty() ? id(key, instance) : id,
        instance.getClusterName(),
        instance.getWeight(),
        instance.isEnabled(),
        instance.isHealthy(),
        instance.isEphemeral(),
        withoutNulls(instance.getMetadata()));
  }

  /** Clients of 2.x and later name none; 1.4 shows one for every instance. */
  private static String id(ServiceKey key, Instance instance) {
    return instance.getIp()
        + "#"
        + instance.getPort()
        + "#"
        + instance.getClusterName()
        + "#"
        + grouped(key);
  }

  private static Map<String, String> withoutNulls(@Nullable Map<String, String> metadata) {
    if (metadata == null) {
      return Map.of();
    }
    for (Map.Entry<String, String> each : metadata.entrySet()) {
      if (each.getKey() == null || each.getValue() == null) {
        Map<String, String> clean = new HashMap<>(metadata);
        clean.values().removeIf(Objects::isNull);
        clean.remove(null);
        return clean;
      }
    }
    return metadata;
  }

  @Override
  public boolean dependsOnAsker(ServiceKey key) {
    if (storage instanceof DerivedServiceStorage derived && derived.dependsOnCaller(service(key))) {
      return true;
    }
    return edits
        .getServiceMetadata(service(key))
        .map(ServiceMetadata::getSelector)
        .filter(each -> !NO_SELECTOR.equals(each.getType()))
        .isPresent();
  }

  @Override
  public Optional<ListedInstance> find(ServiceKey key, String cluster, String ip, int port) {
    // Not what is kept: who asks for one instance has often just registered it.
    return storage.getPushData(service(key)).getHosts().stream()
        .filter(
            each ->
                each.getPort() == port
                    && each.getIp().equals(ip)
                    && each.getClusterName().equals(cluster))
        .findFirst()
        .map(each -> listed(key, each));
  }

  @Override
  public Collection<String> services(NamespaceId namespace, String group, String selector)
      throws RefusedException {
    try {
      return services.listService(namespace.value(), group, selector).stream()
          .map(each -> each.substring(each.indexOf(GROUP_DELIMITER) + GROUP_DELIMITER.length()))
          .sorted()
          .toList();
    } catch (NacosException e) {
      throw refused(e.getErrCode(), e);
    }
  }

  private static Service service(ServiceKey key) {
    return Service.newService(key.namespace().value(), key.group(), key.name());
  }

  private static String clientId(String ip, int port) {
    return IpPortBasedClient.getClientId(ip + ":" + port, true);
  }

  private static String grouped(ServiceKey key) {
    return key.group() + GROUP_DELIMITER + key.name();
  }

  /** What is said of a client where clients are listed. */
  private static ClientAttributes attributes(Caller caller) {
    ClientAttributes attributes = new ClientAttributes();
    attributes.addClientAttribute(HttpHeaderConsts.CLIENT_VERSION_HEADER, caller.agent().text());
    attributes.addClientAttribute(HttpHeaderConsts.APP_FILED, caller.app());
    attributes.addClientAttribute(HttpHeaderConsts.CLIENT_IP, caller.address());
    return attributes;
  }

  private static Instance instance(ServiceKey service, V1Registration registration)
      throws RefusedException {
    Instance instance = new Instance();
    instance.setServiceName(grouped(service));
    instance.setIp(registration.ip());
    instance.setPort(registration.port());
    instance.setClusterName(registration.cluster());
    instance.setWeight(registration.weight());
    instance.setEnabled(registration.enabled());
    instance.setHealthy(registration.healthy());
    instance.setEphemeral(registration.ephemeral());
    instance.setMetadata(new HashMap<>(registration.metadata()));
    attempt(() -> instance.setInstanceId(InstanceIdGeneratorManager.generateInstanceId(instance)));
    return instance;
  }
}
