package io.landbridge.migrate.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.consumer.ClusterConsumers.Seen;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.registry.plugin.PluginConsumer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubscribedCallsTest {

  @ParameterizedTest
  @CsvSource({
    "providers:demo.A:1.0.0:grp, demo.A, grp/demo.A:1.0.0",
    "providers:demo.A, demo.A, demo.A",
    "providers:demo.Outer___Inner:1.0.0:, demo.Outer$Inner, demo.Outer$Inner:1.0.0",
    "providers:demo.Outer___Inner::grp, demo.Outer$Inner, grp/demo.Outer$Inner",
    "providers:demo.Outer___Inner, demo.Outer$Inner, demo.Outer$Inner"
  })
  void aCallIsOfTheInterfaceThatThePluginReadInTheName(
      String name, String serviceInterface, String service) {
    PluginConsumer consumer =
        new PluginConsumer(
            "public",
            "DEFAULT_GROUP",
            name,
            "INTERFACE",
            serviceInterface,
            "10.0.0.9",
            7,
            "GRPC",
            "Nacos-Java-Client:v2.2.4",
            "",
            "till",
            false);

    assertThat(SubscribedCalls.of(List.of(new Seen(consumer, List.of("a:1")))))
        .extracting(Call::service)
        .containsExactly(service);
  }
}
