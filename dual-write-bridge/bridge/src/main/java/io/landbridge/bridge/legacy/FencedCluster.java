package io.landbridge.bridge.legacy;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Attempt;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.legacy.BeatAnswer;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyInstances;
import io.landbridge.registry.legacy.LegacyMembers;
import io.landbridge.registry.legacy.LegacyPart;
import io.landbridge.registry.legacy.LegacyRegistration;
import io.landbridge.registry.legacy.LegacyService;
import io.landbridge.registry.legacy.LegacySnapshot;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A legacy cluster whose changes pass the fence of the bridge, for one round. */
record FencedCluster(LegacyCluster cluster, BridgeFence fence, BooleanSupplier holds)
    implements LegacyCluster {

  @Override
  public ServerInfo server() throws RegistryException {
    return cluster.server();
  }

  @Override
  public LegacyMembers members() throws RegistryException {
    return cluster.members();
  }

  @Override
  public Namespaces namespaces() throws RegistryException {
    return cluster.namespaces();
  }

  @Override
  public List<RegisteredService> services(NamespaceId namespace) throws RegistryException {
    return cluster.services(namespace);
  }

  @Override
  public Optional<LegacyService> service(ServiceKey key) throws RegistryException {
    return cluster.service(key);
  }

  @Override
  public LegacyInstances instances(ServiceKey key) throws RegistryException {
    return cluster.instances(key);
  }

  @Override
  public LegacyInstances instances(LegacyPart part) throws RegistryException {
    return cluster.instances(part);
  }

  @Override
  public List<Attempt<LegacyInstances>> instancesOfAll(List<LegacyPart> parts) {
    return cluster.instancesOfAll(parts);
  }

  @Override
  public Optional<LegacySnapshot> snapshot() throws RegistryException {
    return cluster.snapshot();
  }

  @Override
  public boolean subscribe(ServiceKey key) {
    return cluster.subscribe(key);
  }

  @Override
  public void unsubscribe(ServiceKey key) {
    cluster.unsubscribe(key);
  }

  @Override
  public BeatAnswer beat(ServiceKey service, RegisteredInstance instance) throws RegistryException {
    return cluster.beat(service, instance);
  }

  @Override
  public List<Attempt<BeatAnswer>> beatAll(List<LegacyRegistration> all) {
    return cluster.beatAll(all);
  }

  @Override
  public void register(ServiceKey service, RegisteredInstance instance) throws RegistryException {
    fence.change(
        holds,
        () -> {
          cluster.register(service, instance);
          return true;
        });
  }

  @Override
  public List<Attempt<Boolean>> registerAll(List<LegacyRegistration> all) {
    try {
      return fence.change(holds, () -> cluster.registerAll(all));
    } catch (RegistryException e) {
      throw new AssertionError("how each registration went is in its attempt", e);
    }
  }

  @Override
  public boolean update(ServiceKey service, RegisteredInstance instance) throws RegistryException {
    return fence.change(holds, () -> cluster.update(service, instance));
  }

  @Override
  public void deregister(ServiceKey service, RegisteredInstance instance) throws RegistryException {
    fence.change(
        holds,
        () -> {
          cluster.deregister(service, instance);
          return true;
        });
  }

  @Override
  public boolean health(ServiceKey service, RegisteredInstance instance, boolean healthy)
      throws RegistryException {
    return fence.change(holds, () -> cluster.health(service, instance, healthy));
  }

  /** The connection is its owner's. */
  @Override
  public void close() {}
}
