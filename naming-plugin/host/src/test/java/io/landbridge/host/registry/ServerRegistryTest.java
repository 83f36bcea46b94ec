package io.landbridge.host.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.naming.core.DistroMapper;
import com.alibaba.nacos.naming.core.v2.client.Client;
import com.alibaba.nacos.naming.core.v2.client.impl.ConnectionBasedClient;
import com.alibaba.nacos.naming.core.v2.index.ClientServiceIndexesManager;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.InstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.misc.SwitchDomain;
import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.Registration;
import io.landbridge.model.LogText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** On the server's own clients. */
class ServerRegistryTest {

  private static final String UNIT = "1795176524665_127.0.0.1_52011";
  private static final String PROVIDERS = "providers:demo.N::";

  private final Map<String, Client> clients = new HashMap<>();
  private final Client client = new ConnectionBasedClient(UNIT, true, 0L);
  private final ServerRegistry registry =
      new ServerRegistry(
          MapClients.of(clients),
          new ClientServiceIndexesManager(),
          new NamingMetadataManager(),
          new DistroMapper(null, new SwitchDomain()),
          new InitialLoad(null, null));

  static List<String> unusable() {
    return List.of(
        "x".repeat(130), "x".repeat(5000), "ns\nforged\u202e", " lead", "trail ", "   ", "\t");
  }

  /** A server takes registrations in any namespace; not every one can be asked for. */
  @ParameterizedTest
  @MethodSource("unusable")
  void whatIsInANamespaceThatNobodyCanAskForIsNamedAndTheRestRead(String namespace) {
    clients.put(UNIT, client);
    register(namespace, PROVIDERS, "10.0.0.1");
    register("public", PROVIDERS, "10.0.0.2");
    register("a b", PROVIDERS, "10.0.0.3");

    assertThat(registry.read(UNIT))
        .extracting(Registration::ip)
        .containsExactlyInAnyOrder("10.0.0.2", "10.0.0.3");
    assertThat(registry.unusable(UNIT))
        .singleElement()
        .satisfies(
            loss -> {
              assertThat(loss.kind()).isEqualTo(Loss.Kind.UNREADABLE);
              assertThat(loss.namespace()).isEqualTo(LogText.of(namespace));
              assertThat(loss.service().name()).isEqualTo(PROVIDERS);
              assertThat(loss.address()).isEqualTo("10.0.0.1:20880");
              assertThat(loss.application()).isEqualTo("far-app");
              assertThat(loss.detail())
                  .startsWith("namespace '" + LogText.of(namespace) + "': ")
                  .contains("; its clients have to register in a namespace")
                  .hasSizeLessThan(500);
              assertThat(LogText.isPrintable(loss.detail() + loss.namespace() + loss.service()))
                  .isTrue();
            });
  }

  private void register(String namespace, String service, String ip) {
    InstancePublishInfo info = new InstancePublishInfo(ip, 20880);
    info.setCluster("DEFAULT");
    info.setHealthy(true);
    info.getExtendDatum().put("application", "far-app");
    client.addServiceInstance(Service.newService(namespace, "DEFAULT_GROUP", service), info);
  }

  @Test
  void whereEverythingCanBeAskedForNothingIsNamed() {
    clients.put(UNIT, client);
    register("Prod-EU", PROVIDERS, "10.0.0.1");

    assertThat(registry.unusable(UNIT)).isEmpty();
    assertThat(registry.unusable("gone")).isEmpty();
  }
}
