package io.landbridge.migrate.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.landbridge.migrate.consumer.ClusterConsumers.Seen;
import io.landbridge.migrate.consumer.InterfaceDependents.Dependent;
import io.landbridge.migrate.consumer.InterfaceDependents.Offer;
import io.landbridge.registry.plugin.PluginConsumer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InterfaceDependentsTest {

  private static final Offer OFFER = new Offer("public", "desk", List.of("demo.A", "demo.B"));

  @Test
  void aProviderDoesNotDependOnWhatItOffersItself() {
    assertThat(
            dependents(
                seen("providers:demo.A:1.0.0:grp", "demo.A", 1, "desk"),
                seen("providers:demo.B::", "demo.B", 1, "desk")))
        .isEmpty();
  }

  @Test
  void aProviderDependsOnWhatItCallsOfOthers() {
    assertThat(
            dependents(
                seen("providers:demo.B::", "demo.B", 1, "desk"),
                seen("providers:demo.C::", "demo.C", 1, "desk")))
        .extracting(Dependent::application, Dependent::services)
        .containsExactly(tuple("desk", List.of("providers:demo.C::")));
  }

  @Test
  void othersDependOnIt() {
    assertThat(
            dependents(
                seen("providers:demo.B::", "demo.B", 2, "till"),
                seen("providers:demo.B::", "demo.B", 3, "")))
        .extracting(Dependent::application)
        .containsExactly("till", "");
  }

  private static List<Dependent> dependents(Seen... seen) {
    return InterfaceDependents.of(Stream.of(seen).toList(), List.of(OFFER));
  }

  private static Seen seen(String service, String interfaceName, int port, String application) {
    return new Seen(
        new PluginConsumer(
            "public",
            "DEFAULT_GROUP",
            service,
            "INTERFACE",
            interfaceName,
            "10.0.0.9",
            port,
            "GRPC",
            "Nacos-Java-Client:v2.2.4",
            "",
            application),
        List.of("a:1"));
  }
}
