package io.landbridge.compat.containers;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.Network.Ipam;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosVersion;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.testcontainers.containers.BindMode;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.utility.DockerImageName;

/** A server in a container, as a member of a cluster in which members know each other by name. */
final class Member implements AutoCloseable {

  static final int PORT = 8848;

  /** A server of 3.x does not start without one. */
  private static final String KEY = "Y29udGFpbmVycy1vZi1hLXRlc3QtaGF2ZS1uby1zZWNyZXRz";

  private static final NacosVersion VERSION = NacosVersion.V3_1_0;

  /** Addresses stay, as those of a service of Kubernetes do: clients have them in their lists. */
  private static final String SUBNET = "10.213.77.";

  private final String name;
  private final String ip;
  private final Network network;
  private final GenericContainer<?> container;

  private Member(String name, String ip, Network network, GenericContainer<?> container) {
    this.name = name;
    this.ip = ip;
    this.network = network;
    this.container = container;
  }

  /** A network for members and whoever talks to them by name. */
  static Network network() {
    return Network.builder()
        .createNetworkCmdModifier(
            create ->
                create.withIpam(
                    new Ipam().withConfig(new Ipam.Config().withSubnet(SUBNET + "0/24"))))
        .build();
  }

  /**
   * Not started yet.
   *
   * @param names of all members
   */
  static Member of(String image, Network network, String name, List<String> names) {
    List<String> addresses = names.stream().map(each -> each + ":" + PORT).toList();
    String ip = SUBNET + (10 + names.indexOf(name));
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(image))
            .withNetwork(network)
            .withNetworkAliases(name)
            .withCreateContainerCmdModifier(create -> create.withHostName(name).withIpv4Address(ip))
            .withEnv("MODE", "cluster")
            .withEnv("PREFER_HOST_MODE", "hostname")
            .withEnv("JAVA_TOOL_OPTIONS", "-Dnacos.core.inet.auto-refresh=31536000000")
            .withEnv("EMBEDDED_STORAGE", "embedded")
            .withEnv("NACOS_SERVERS", String.join(" ", addresses))
            .withEnv("NACOS_AUTH_TOKEN", KEY)
            .withEnv("NACOS_AUTH_IDENTITY_KEY", "container")
            .withEnv("NACOS_AUTH_IDENTITY_VALUE", "container");
    return new Member(name, ip, network, container);
  }

  /** With the plugin's jar mounted, as where a server image cannot be changed. */
  Member withMounted(Path jar) {
    container.withFileSystemBind(
        jar.toString(), "/home/nacos/plugins/landbridge-naming-plugin.jar", BindMode.READ_ONLY);
    return this;
  }

  /** Starts it, and does not wait for it. */
  void start() {
    container.start();
  }

  /** Where it answers on the network of the containers, by name. */
  String address() {
    return name + ":" + PORT;
  }

  /** Where it answers clients on this machine. */
  String reachableAt() {
    return ip + ":" + PORT;
  }

  private NacosApi api() {
    return new NacosApi(VERSION, "http://" + reachableAt() + "/nacos");
  }

  /** Reads the status of the plugin. */
  JsonNode status() {
    return api().get("/landbridge/v1/status").json().path("data");
  }

  /**
   * Whether the plugin works there.
   *
   * @throws AssertionError if the server has ended, with the end of what it printed
   */
  boolean isActive() {
    if (!container.isRunning()) {
      throw new AssertionError(name + " has ended: " + tail());
    }
    try {
      return status().path("state").asText().equals("ACTIVE");
    } catch (UncheckedIOException notYet) {
      return false;
    }
  }

  /** How many instances of a service any client is told of. */
  int shown(String service) {
    return api()
        .get("/v1/ns/instance/list", Map.of("serviceName", service))
        .json()
        .path("hosts")
        .size();
  }

  void pause() {
    container.getDockerClient().pauseContainerCmd(container.getContainerId()).exec();
  }

  void goOn() {
    container.getDockerClient().unpauseContainerCmd(container.getContainerId()).exec();
  }

  void kill() {
    container.getDockerClient().killContainerCmd(container.getContainerId()).exec();
  }

  /** After it was killed: with what it has on its disk. */
  void startAgain() {
    container.getDockerClient().startContainerCmd(container.getContainerId()).exec();
  }

  void cutOff() {
    container
        .getDockerClient()
        .disconnectFromNetworkCmd()
        .withNetworkId(network.getId())
        .withContainerId(container.getContainerId())
        .exec();
  }

  void connectAgain() {
    container
        .getDockerClient()
        .connectToNetworkCmd()
        .withNetworkId(network.getId())
        .withContainerId(container.getContainerId())
        .withContainerNetwork(
            new ContainerNetwork()
                .withAliases(name)
                .withIpamConfig(new ContainerNetwork.Ipam().withIpv4Address(ip)))
        .exec();
  }

  /** The last lines of what it printed. */
  String tail() {
    String log = container.getLogs();
    return log.substring(Math.max(0, log.length() - 4_000));
  }

  @Override
  public void close() {
    container.stop();
  }

  @Override
  public String toString() {
    return name;
  }
}
