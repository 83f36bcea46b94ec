package io.landbridge.host.lifecycle;

import com.alibaba.nacos.config.server.service.repository.ConfigInfoPersistService;
import com.alibaba.nacos.consistency.cp.CPProtocol;
import com.alibaba.nacos.core.cluster.Member;
import com.alibaba.nacos.core.cluster.ServerMemberManager;
import com.alibaba.nacos.core.distributed.ProtocolManager;
import com.alibaba.nacos.core.distributed.distro.DistroProtocol;
import com.alibaba.nacos.core.remote.ConnectionManager;
import com.alibaba.nacos.naming.core.DistroMapper;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManagerDelegate;
import com.alibaba.nacos.naming.core.v2.index.ClientServiceIndexesManager;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.sys.env.EnvUtil;
import io.landbridge.host.boot.FurtherSubscribers;
import io.landbridge.host.config.DatabaseConfigCentre;
import io.landbridge.host.raft.CatalogGroup;
import io.landbridge.host.raft.CpReplicatedLog;
import io.landbridge.host.raft.NacosGroup;
import io.landbridge.host.registry.ClientInstances;
import io.landbridge.host.registry.IndexedClients;
import io.landbridge.host.registry.IndexedSubscribers;
import io.landbridge.host.registry.InitialLoad;
import io.landbridge.host.registry.JoinedSubscribers;
import io.landbridge.host.registry.ServerRegistry;
import io.landbridge.membership.Group;
import io.landbridge.model.MemberId;
import io.landbridge.model.NameRules;
import io.landbridge.observe.registry.NativeRegistry;
import io.landbridge.plugin.Host;
import io.landbridge.port.LocalInstances;
import io.landbridge.port.NativeServices;
import io.landbridge.publish.ConfigCentre;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.record.EntryKey;
import io.landbridge.service.SubscribedClients;
import io.landbridge.view.derived.Subscribers;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/** The running server. */
final class NacosHost implements Host, AutoCloseable {

  private static final String IDENTITY_KEY = "nacos.core.auth.server.identity.key";
  private static final String IDENTITY_VALUE = "nacos.core.auth.server.identity.value";
  private static final String PARAMETER_CHECK = "nacos.core.param.check.enabled";

  private final String description;
  private final ServerMemberManager members;
  private final ServerSpecifics specifics;
  private final CpReplicatedLog log;
  private final Group group;
  private final NativeRegistry registry;
  private final NativeServices services;
  private final IndexedSubscribers indexed;
  private final JoinedSubscribers subscribers;
  private final ConfigCentre config;
  private final ClientInstances local;

  /**
   * Collects what the plugin needs.
   *
   * @param description line and version of the server
   * @param beans the beans of the server's core context
   * @param services the storage that knows native instances
   * @param specifics what differs between the lines
   * @param further subscribers that the server does not know
   * @throws Exception if something is not there
   */
  NacosHost(
      String description,
      BeanFactory beans,
      NativeServices services,
      ServerSpecifics specifics,
      FurtherSubscribers further)
      throws Exception {
    this.description = description;
    this.services = services;
    this.specifics = specifics;
    members = beans.getBean(ServerMemberManager.class);
    InitialLoad load = new InitialLoad(beans.getBean(DistroProtocol.class), members);
    registry =
        new ServerRegistry(
            beans.getBean(ClientManagerDelegate.class),
            beans.getBean(ClientServiceIndexesManager.class),
            beans.getBean(NamingMetadataManager.class),
            beans.getBean(DistroMapper.class),
            load);
    indexed = new IndexedSubscribers(beans);
    subscribers =
        new JoinedSubscribers(
            indexed,
            new IndexedClients(
                beans.getBean(ClientServiceIndexesManager.class),
                beans.getBean(ClientManagerDelegate.class),
                beans.getBean(ConnectionManager.class)),
            further);
    local =
        new ClientInstances(
            beans.getBean(ClientManagerDelegate.class),
            beans.getBean(NamingMetadataManager.class),
            beans.getBean(DistroMapper.class),
            load);
    config =
        new DatabaseConfigCentre(
            beans.getBean(ConfigInfoPersistService.class), specifics.configWrites(beans));
    log = new CpReplicatedLog(protocol(beans));
    group = new NacosGroup(members, specifics::isUp);
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public NameRules names() {
    NameRules rules = NameRules.of(description.substring(description.lastIndexOf(' ') + 1));
    return EnvUtil.getProperty(PARAMETER_CHECK, Boolean.class, true)
        ? rules.checkingParameters()
        : rules;
  }

  @Override
  public MemberId self() {
    return new MemberId(members.getSelf().getAddress());
  }

  @Override
  public Set<MemberId> healthyMembers() {
    Set<MemberId> healthy = new TreeSet<>(Set.of(self()));
    for (Member member : members.allMembers()) {
      if (specifics.isUp(member)) {
        healthy.add(new MemberId(member.getAddress()));
      }
    }
    return healthy;
  }

  @Override
  public Path dataDirectory() {
    return Path.of(EnvUtil.getNacosHome(), "data", "landbridge");
  }

  @Override
  public Optional<EntryKey> entryKey() {
    String key = EnvUtil.getProperty(IDENTITY_KEY, "");
    String value = EnvUtil.getProperty(IDENTITY_VALUE, "");
    return key.isBlank() || value.isBlank()
        ? Optional.empty()
        : Optional.of(EntryKey.of(key, value));
  }

  @Override
  public ReplicatedLog log() {
    return log;
  }

  @Override
  public Group group() {
    return group;
  }

  @Override
  public NativeRegistry registry() {
    return registry;
  }

  @Override
  public NativeServices services() {
    return services;
  }

  @Override
  public Subscribers subscribers() {
    return subscribers;
  }

  @Override
  public SubscribedClients clients() {
    return subscribers;
  }

  @Override
  public LocalInstances local() {
    return local;
  }

  @Override
  public ConfigCentre config() {
    return config;
  }

  @Override
  public void close() {
    log.close();
    local.close();
    indexed.close();
  }

  /** The server does not say what it is a protocol of; any processor of ours fits. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static CPProtocol<?, CatalogGroup> protocol(BeanFactory beans) {
    @Nullable CPProtocol protocol = beans.getBean(ProtocolManager.class).getCpProtocol();
    if (protocol == null) {
      throw new IllegalStateException("the server has no Raft implementation");
    }
    return (CPProtocol<?, CatalogGroup>) protocol;
  }
}
