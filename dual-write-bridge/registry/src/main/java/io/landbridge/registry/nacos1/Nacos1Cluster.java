package io.landbridge.registry.nacos1;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Attempt;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.http.Answer;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.legacy.BeatAnswer;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyInstances;
import io.landbridge.registry.legacy.LegacyListener;
import io.landbridge.registry.legacy.LegacyMembers;
import io.landbridge.registry.legacy.LegacyPart;
import io.landbridge.registry.legacy.LegacyRegistration;
import io.landbridge.registry.legacy.LegacyService;
import io.landbridge.registry.legacy.LegacySettings;
import io.landbridge.registry.legacy.LegacySnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A 1.x cluster over its HTTP open API, asked under the name of a Java client: servers push to, and
 * treat the edits of, clients they know.
 */
public final class Nacos1Cluster implements LegacyCluster {

  /** What a client of the version of the adapter's reference server calls itself. */
  static final String AGENT = "Nacos-Java-Client:v1.4.1";

  /** What newer servers say to requests of 1.x, and anything else to any of them. */
  private static final Set<Integer> NO_SUCH_API = Set.of(404, 410, 501);

  private final ServerClient client;
  private final Nacos1Reader reader;
  private final Nacos1Writer writer;
  private final DatumReader datums;
  private final PushSubscriptions subscriptions;
  private final AddressServer addresses;

  private Nacos1Cluster(ServerClient client, LegacySettings settings, LegacyListener listener)
      throws RegistryException {
    this.client = client;
    this.reader = new Nacos1Reader(client);
    this.writer = new Nacos1Writer(client);
    this.datums = new DatumReader(client, reader);
    this.subscriptions = new PushSubscriptions(client, settings, listener);
    this.addresses = new AddressServer(client, settings);
  }

  /**
   * Opens it without asking anything yet.
   *
   * @param settings where it is
   * @param listener told of changes of what is subscribed to
   * @throws RegistryException if no UDP port can be had
   * @throws IllegalArgumentException if the certificates to trust cannot be read
   */
  public static Nacos1Cluster open(LegacySettings settings, LegacyListener listener)
      throws RegistryException {
    return open(new ServerClient(settings.connection()), settings, listener);
  }

  /** The same over a client that exists. */
  public static Nacos1Cluster open(
      ServerClient client, LegacySettings settings, LegacyListener listener)
      throws RegistryException {
    Nacos1Cluster cluster = new Nacos1Cluster(client.calledAs(AGENT), settings, listener);
    cluster.subscriptions.start();
    cluster.addresses.start();
    return cluster;
  }

  @Override
  public ServerInfo server() throws RegistryException {
    Answer answer = client.get("/v1/console/server/state", Map.of());
    if (NO_SUCH_API.contains(answer.status())) {
      throw new RegistryException(
          Kind.REFUSED,
          "no 1.x API found under the context path %s (status %d)"
              .formatted(answer.server().contextPath(), answer.status()),
          answer.server().toString(),
          "pass only addresses of the 1.x cluster, with the context path");
    }
    String version = answer.requireJson().path("version").asText("");
    if (!version.startsWith("1.")) {
      throw new RegistryException(
          Kind.REFUSED,
          version.isEmpty()
              ? "the server does not report its version"
              : "the server is Nacos " + version + ", not 1.x",
          answer.server().toString(),
          "pass only addresses of the 1.x cluster");
    }
    return new ServerInfo(ServerInfo.Api.V1, version, answer.server());
  }

  @Override
  public LegacyMembers members() throws RegistryException {
    return reader.members();
  }

  @Override
  public Namespaces namespaces() throws RegistryException {
    return reader.namespaces();
  }

  @Override
  public List<RegisteredService> services(NamespaceId namespace) throws RegistryException {
    return reader.services(namespace);
  }

  @Override
  public Optional<LegacyService> service(ServiceKey key) throws RegistryException {
    return reader.service(key);
  }

  @Override
  public LegacyInstances instances(LegacyPart part) throws RegistryException {
    return reader.instances(List.of(part)).get(0).get();
  }

  @Override
  public List<Attempt<LegacyInstances>> instancesOfAll(List<LegacyPart> parts) {
    return reader.instances(parts);
  }

  @Override
  public Optional<LegacySnapshot> snapshot() throws RegistryException {
    return datums.read();
  }

  @Override
  public boolean subscribe(ServiceKey key) {
    return subscriptions.add(key);
  }

  @Override
  public void unsubscribe(ServiceKey key) {
    subscriptions.remove(key);
  }

  @Override
  public void register(ServiceKey service, RegisteredInstance instance) throws RegistryException {
    writer.register(service, instance);
  }

  @Override
  public boolean update(ServiceKey service, RegisteredInstance instance) throws RegistryException {
    return writer.update(service, instance);
  }

  @Override
  public BeatAnswer beat(ServiceKey service, RegisteredInstance instance) throws RegistryException {
    return writer.beat(service, instance);
  }

  @Override
  public List<Attempt<Boolean>> registerAll(List<LegacyRegistration> all) {
    return writer.registerAll(all);
  }

  @Override
  public List<Attempt<BeatAnswer>> beatAll(List<LegacyRegistration> all) {
    return writer.beatAll(all);
  }

  @Override
  public void deregister(ServiceKey service, RegisteredInstance instance) throws RegistryException {
    writer.deregister(service, instance);
  }

  @Override
  public boolean health(ServiceKey service, RegisteredInstance instance, boolean healthy)
      throws RegistryException {
    return writer.health(service, instance, healthy);
  }

  @Override
  public void close() {
    addresses.close();
    subscriptions.close();
    client.closeIdle();
  }
}
