package io.landbridge.host.registry;

import com.alibaba.nacos.api.remote.request.Request;
import com.alibaba.nacos.api.remote.request.RequestMeta;
import com.alibaba.nacos.core.remote.Connection;
import com.alibaba.nacos.core.remote.ConnectionManager;
import com.alibaba.nacos.naming.core.v2.client.Client;
import com.alibaba.nacos.naming.core.v2.client.impl.IpPortBasedClient;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManager;
import com.alibaba.nacos.naming.core.v2.index.ClientServiceIndexesManager;
import com.alibaba.nacos.naming.core.v2.pojo.BatchInstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.InstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.pojo.Subscriber;
import io.landbridge.dubbo.InterfaceServiceName;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.model.LogText;
import io.landbridge.model.ServiceKey;
import io.landbridge.service.SubscribedClients;
import io.landbridge.service.answer.SubscribedClient;
import io.landbridge.service.answer.SubscribedClient.Protocol;
import io.landbridge.view.derived.Caller;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subscribers in the server's index, with what the server knows of them from their
 * subscription, from their connection, and from what they registered themselves.
 */
public final class IndexedClients implements SubscribedClients {

  private static final Logger LOG = LoggerFactory.getLogger(IndexedClients.class);

  /** What clients that were told no name say. */
  private static final Set<String> NO_NAMES = Set.of("unknown", "-", "null");

  private static final String APP = "app";

  /** The name of a connection ends in the port it came from. */
  private static final Pattern PORT = Pattern.compile("_(\\d{1,5})$");

  /** A client that consumes says who it is in the first things it registers, or nowhere. */
  private static final int LOOKED_AT = 16;

  private final ClientServiceIndexesManager indexes;
  private final ClientManager clients;
  private final ConnectionManager connections;
  private final RareWarning warning = new RareWarning(LOG);

  public IndexedClients(
      ClientServiceIndexesManager indexes, ClientManager clients, ConnectionManager connections) {
    this.indexes = indexes;
    this.clients = clients;
    this.connections = connections;
  }

  /**
   * Who a subscriber is, as its queries tell it, too.
   *
   * @param id of the client
   * @param service what it subscribes to
   * @param subscriber its subscription
   */
  public Caller caller(String id, Service service, Subscriber subscriber) {
    String app = text(subscriber.getApp());
    if (id.contains(IpPortBasedClient.ID_DELIMITER)) {
      return new Caller(text(subscriber.getIp()), app);
    }
    return grpc(id, text(subscriber.getIp()), app, () -> service);
  }

  /**
   * Who asks over gRPC, as its subscriptions tell it, too.
   *
   * @param service what it asks for
   */
  public Caller caller(Request request, RequestMeta meta, Supplier<Service> service) {
    return grpc(
        meta.getConnectionId(), text(meta.getClientIp()), text(request.getHeader(APP)), service);
  }

  /** On servers of 3.x a subscription has the name of the connection, where that has one. */
  private Caller grpc(String id, String ip, String app, Supplier<Service> service) {
    String connection = appOfConnection(id);
    return new Caller(
        ip,
        connection.isEmpty() ? app : connection,
        () -> {
          @Nullable Client client = clients.getClient(id);
          return client == null ? "" : applicationOf(client, service.get());
        });
  }

  @Override
  public void services(Consumer<ServiceKey> visitor) {
    for (Service each : indexes.getSubscribedService()) {
      key(each, visitor);
    }
  }

  /** A namespace that is none stops nobody from subscribing there. */
  private void key(Service service, Consumer<ServiceKey> visitor) {
    ServiceKey key;
    try {
      key = NacosServices.key(service);
    } catch (RuntimeException e) {
      warning.warn("A subscription of " + LogText.of(service.getName()) + " was skipped", e);
      return;
    }
    visitor.accept(key);
  }

  @Override
  public List<SubscribedClient> clients(ServiceKey key) {
    Service service = NacosServices.service(key);
    List<SubscribedClient> found = new ArrayList<>();
    Providers providers = new Providers(service);
    for (String id : List.copyOf(NacosServices.subscribers(indexes, service))) {
      @Nullable Client client = clients.getClient(id);
      @Nullable Subscriber subscriber = client == null ? null : client.getSubscriber(service);
      if (client != null && subscriber != null) {
        found.add(describe(id, client, service, subscriber, providers));
      }
    }
    return found;
  }

  private SubscribedClient describe(
      String id, Client client, Service service, Subscriber subscriber, Providers providers) {
    boolean http = id.contains(IpPortBasedClient.ID_DELIMITER);
    String ip = text(subscriber.getIp());
    String app = name(subscriber.getApp());
    String application = http ? applicationAt(ip, service) : applicationOf(client, service);
    return new SubscribedClient(
        id,
        ip,
        http ? subscriber.getPort() : port(id),
        http ? Protocol.HTTP_UDP : Protocol.GRPC,
        text(subscriber.getAgent()),
        app.isEmpty() && !http ? appOfConnection(id) : app,
        application,
        http ? providers.isAt(ip, application) : providers.isOf(client));
  }

  /**
   * Tells of addresses of 1.x clients that listen to a service whether the client is a provider of
   * it, and not a consumer beside one: consumers announce themselves. Looks the providers up once,
   * for one thread and one answer.
   */
  Predicate<String> providersOf(ServiceKey key) {
    Service service = NacosServices.service(key);
    Providers providers = new Providers(service);
    return ip -> providers.isAt(ip, applicationAt(ip, service));
  }

  /** Who is registered in a service, under whichever name; looked up once, if anybody asks. */
  private final class Providers {

    private final List<Service> names;
    private @Nullable Map<String, Set<String>> byIp;

    Providers(Service service) {
      this.names =
          service.getName().startsWith(InterfaceServiceName.PROVIDERS + ":")
              ? InterfaceServiceName.spellings(service.getName()).stream()
                  .map(name -> Service.newService(service.getNamespace(), service.getGroup(), name))
                  .toList()
              : List.of();
    }

    boolean isOf(Client client) {
      return names.stream().anyMatch(name -> client.getInstancePublishInfo(name) != null);
    }

    /**
     * Whether one of 1.x is at an address.
     *
     * @param consumer the application that announces itself there as a consumer; empty for none
     */
    boolean isAt(String ip, String consumer) {
      if (byIp == null) {
        byIp = byIp();
      }
      Set<String> applications = byIp.getOrDefault(ip, Set.of());
      return consumer.isEmpty() ? !applications.isEmpty() : applications.contains(consumer);
    }

    /** The applications of providers of 1.x, by their address. */
    private Map<String, Set<String>> byIp() {
      Map<String, Set<String>> found = new HashMap<>();
      for (Service name : names) {
        @Nullable Collection<String> ids = indexes.getAllClientsRegisteredService(name);
        for (String id : ids == null ? List.<String>of() : List.copyOf(ids)) {
          int end = id.indexOf(IpPortBasedClient.ID_DELIMITER);
          @Nullable Client client = end < 0 ? null : clients.getClient(id);
          if (client != null) {
            String address = id.substring(0, end);
            found
                .computeIfAbsent(
                    address.substring(0, Math.max(0, address.lastIndexOf(':'))),
                    ip -> new HashSet<>())
                .add(text(metadata(client, name).get(MetadataKeys.APPLICATION)));
          }
        }
      }
      return found;
    }
  }

  /** The Dubbo application that consumes an interface at an address, if it says so; else empty. */
  String applicationAt(String ip, ServiceKey key) {
    return applicationAt(ip, NacosServices.service(key));
  }

  private static int port(String connection) {
    Matcher port = PORT.matcher(connection);
    return port.find() ? Integer.parseInt(port.group(1)) : 0;
  }

  private String appOfConnection(String id) {
    @Nullable Connection connection = connections.getConnection(id);
    return connection == null ? "" : name(connection.getMetaInfo().getAppName());
  }

  /**
   * A 1.x client subscribes under one address and registers under others. Dubbo registers a
   * consumer with its ip and the port 0; the server makes one client of all those of an ip.
   */
  private String applicationAt(String ip, Service service) {
    @Nullable Client client = clients.getClient(IpPortBasedClient.getClientId(ip + ":0", true));
    return client == null ? "" : announced(client, service);
  }

  private static String applicationOf(Client client, Service service) {
    String announced = announced(client, service);
    if (!announced.isEmpty()) {
      return announced;
    }
    int left = LOOKED_AT;
    for (Service each : client.getAllPublishedService()) {
      if (left-- == 0) {
        break;
      }
      Map<String, Object> metadata = metadata(client, each);
      if (metadata.containsKey(MetadataKeys.APPLICATION)) {
        return text(metadata.get(MetadataKeys.APPLICATION));
      }
      if (metadata.containsKey(MetadataKeys.REVISION)) {
        return each.getName();
      }
    }
    return "";
  }

  /** The application that a client says consumes an interface. */
  private static String announced(Client client, Service service) {
    String providers = InterfaceServiceName.PROVIDERS;
    if (!service.getName().startsWith(providers)) {
      return "";
    }
    String name = InterfaceServiceName.CONSUMERS + service.getName().substring(providers.length());
    return text(
        metadata(client, Service.newService(service.getNamespace(), service.getGroup(), name))
            .get(MetadataKeys.APPLICATION));
  }

  private static Map<String, Object> metadata(Client client, Service service) {
    @Nullable InstancePublishInfo info = client.getInstancePublishInfo(service);
    if (info instanceof BatchInstancePublishInfo batch) {
      info = batch.getInstancePublishInfos().stream().findFirst().orElse(null);
    }
    @Nullable Map<String, Object> metadata = info == null ? null : info.getExtendDatum();
    return metadata == null ? Map.of() : metadata;
  }

  private static String name(@Nullable String app) {
    String text = text(app);
    return NO_NAMES.contains(text) ? "" : text;
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString().strip();
  }
}
