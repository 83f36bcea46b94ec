package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where a server connects to when somebody else names the place: the bridge's password goes only to
 * hosts that an operator allowed, and providers are asked only where no server hides.
 */
class OutgoingConnectionsE2E {

  private static final String USER = "bridge-user";
  private static final String PASSWORD = "zq7-only-for-the-legacy-cluster";

  /** Resolves to the address of this machine that is not its loopback. */
  private static final String LISTED = "listed.example";

  /** Resolves to an address of the link. */
  private static final String LINKED = "linked.example";

  /** A client that is not connected chooses its name, in which an address can be written. */
  private static final String LOOKS_LOCAL = "x_127.0.0.1_y.example";

  private static final String OF_THE_LINK = "169.254.7.7";
  private static final String OF_THE_CLOUD = "169.254.169.254";

  @TempDir private Path directory;

  private String own;
  private Path password;
  private Path hosts;

  @BeforeEach
  void writeFiles() throws IOException {
    Optional<String> address = ownAddress();
    assumeThat(address).as("an address of this machine that is not its loopback").isPresent();
    own = address.orElseThrow();
    password = Files.writeString(directory.resolve("password"), PASSWORD + "\n");
    hosts =
        Files.writeString(
            directory.resolve("hosts"),
            """
            127.0.0.1 localhost
            127.0.0.1 %s
            127.0.0.1 %s
            %s %s
            %s %s
            """
                .formatted(
                    InetAddress.getLocalHost().getHostName(),
                    LOOKS_LOCAL,
                    own,
                    LISTED,
                    OF_THE_LINK,
                    LINKED));
  }

  @Test
  void passwordGoesOnlyToAllowedHosts() throws Exception {
    ServerSpec spec =
        spec(NacosVersion.V3_1_0)
            .withAuth()
            .withProperty("landbridge.bridge.password-file", password.toString())
            .withProperty("landbridge.bridge.allow", LISTED + ", " + LINKED + ", 169.254.0.0/16");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec);
        Recorder elsewhere = Recorder.http(own);
        Recorder here = Recorder.http("127.0.0.1")) {
      NacosServer server = ensemble.member(0);
      NacosApi admin = ensemble.api(0);
      eventually(
          () ->
              assertThat(admin.get("/landbridge/v1/status").json().at("/data/state").asText())
                  .isEqualTo("ACTIVE"));

      refuses(admin, own + ":" + elsewhere.port(), "sent only to allowed hosts");
      refuses(admin, LISTED + ":" + elsewhere.port(), "not sent without TLS");
      refuses(admin, "https://" + OF_THE_LINK + ":8848", "link-local address");
      refuses(admin, "https://" + LINKED + ":8848", "link-local address");
      assertThat(elsewhere.received()).isEmpty();

      // The recorder does receive what is sent, and this host may always have the password.
      shadow(admin, "127.0.0.1:" + here.port());
      assertThat(here.received()).contains(USER, PASSWORD);

      NacosApi.Answer changed =
          admin.put(
              "/landbridge/v1/bridge",
              Map.of("phase", "OFF", "servers", "10.9.9.9:8848", "username", USER));
      assertThat(changed.status()).as(changed.body()).isEqualTo(200);
      String log = Files.readString(server.logs().resolve("landbridge.log"));
      assertThat(log.lines())
          .anySatisfy(
              line ->
                  assertThat(line)
                      .contains(
                          "The bridge was changed by nacos from 127.0.0.1",
                          "servers=[10.9.9.9:8848]",
                          "username=" + USER));
      assertThat(log).doesNotContain(PASSWORD);
    }
  }

  @Test
  void clearTextIsSentOnlyWhereItIsSet() throws Exception {
    ServerSpec spec =
        spec(NacosVersion.V2_2_4)
            .withProperty("landbridge.bridge.password-file", password.toString())
            .withProperty("landbridge.bridge.allow", own + ", 169.254.0.0/16")
            .withProperty("landbridge.bridge.clear-text", "true");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec);
        Recorder elsewhere = Recorder.http(own)) {
      NacosApi api = ensemble.api(0);
      Steps.isActive(ensemble.member(0));

      refuses(api, OF_THE_LINK + ":8848", "link-local address");
      refuses(api, LISTED + ":" + elsewhere.port(), "sent only to allowed hosts");
      assertThat(elsewhere.received()).isEmpty();

      shadow(api, own + ":" + elsewhere.port());
      assertThat(elsewhere.received()).contains(USER, PASSWORD);
    }
  }

  @Test
  void providersAreAskedOnlyWhereTheyMayBe() throws Exception {
    ServerSpec spec =
        spec(NacosVersion.V3_1_0).withProperty("landbridge.metadata.ask.deny", own + "/32");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec);
        Wire wire = Wire.open(1);
        Recorder here = Recorder.tcp("127.0.0.1");
        Recorder loopback = Recorder.tcp("127.0.0.1");
        Recorder named = Recorder.tcp("127.0.0.1");
        Recorder denied = Recorder.tcp(own)) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      RawRegistrations raw = new RawRegistrations(ensemble.api(0), "public");
      Switches switches = new Switches(ensemble.api(0), "public");

      raw.register("at-loopback", "127.0.0.1", loopback.port(), provider(1));
      raw.register("at-name", LOOKS_LOCAL, named.port(), provider(2));
      raw.register("at-cloud", OF_THE_CLOUD, 80, provider(3));
      raw.register("at-link", OF_THE_LINK, 20880, provider(4));
      raw.register("at-denied", own, denied.port(), provider(5));
      List.of("at-loopback", "at-name", "at-cloud", "at-link", "at-denied").forEach(switches::on);
      isNotAsked(server, "at-loopback", "the provider is not known to run on its host");
      isNotAsked(server, "at-name", "the provider is not known to run on its host");
      isNotAsked(server, "at-cloud", "a link-local or cloud metadata address");
      isNotAsked(server, "at-link", "a link-local or cloud metadata address");
      isNotAsked(server, "at-denied", "denied by landbridge.metadata.ask.deny");

      // A provider that is connected from this host is asked at its loopback.
      try (WireClient client = Steps.connect(server, wire)) {
        client
            .register(ServiceName.of("at-home"), Instance.of("127.0.0.1", here.port(), provider(6)))
            .join();
        switches.on("at-home");
        eventually(() -> assertThat(here.connections()).isPositive());
      }
      assertThat(loopback.connections()).isZero();
      assertThat(named.connections()).isZero();
      assertThat(denied.connections()).isZero();
    }
  }

  private ServerSpec spec(NacosVersion version) {
    return ServerSpec.of(version)
        .withPlugin(Artifacts.locate().pluginJar())
        .withJvmOption("-Djdk.net.hosts.file=" + hosts);
  }

  private static Map<String, String> provider(int number) {
    return Map.of(
        "dubbo.metadata.revision",
        "%032x".formatted(number),
        "dubbo.metadata.storage-type",
        "local",
        "dubbo.endpoints",
        "[{\"port\":20880,\"protocol\":\"dubbo\"}]");
  }

  private static NacosApi.Answer shadow(NacosApi api, String legacy) {
    return api.put(
        "/landbridge/v1/bridge", Map.of("phase", "SHADOW", "servers", legacy, "username", USER));
  }

  private static void refuses(NacosApi api, String legacy, String why) {
    NacosApi.Answer answer = shadow(api, legacy);
    assertThat(answer.status()).as(answer.body()).isEqualTo(409);
    assertThat(answer.body()).contains(why).doesNotContain(PASSWORD);
  }

  private static void isNotAsked(NacosServer server, String application, String why) {
    eventually(
        application + " is reported",
        () ->
            assertThat((Iterable<JsonNode>) Steps.status(server).path("untranslatable"))
                .anySatisfy(
                    loss -> {
                      assertThat(loss.path("kind").asText()).isEqualTo("NO_DOCUMENT");
                      assertThat(loss.path("service").asText()).isEqualTo(application);
                      assertThat(loss.toString()).contains("metadata requests to", why);
                    }));
  }

  private static Optional<String> ownAddress() throws IOException {
    return Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(each -> each instanceof Inet4Address)
        .filter(each -> !each.isLoopbackAddress() && !each.isLinkLocalAddress())
        .map(InetAddress::getHostAddress)
        .findFirst();
  }
}
