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
  private static final Offer TILL = new Offer("public", "till", List.of("demo.C"));

  @Test
  void aProviderDoesNotDependOnWhatItOffersItself() {
    assertThat(
            dependents(
                seen("providers:demo.A:1.0.0:grp", "demo.A", 1, "desk"),
                seen("providers:demo.B::", "demo.B", 1, "desk")))
        .isEmpty();
  }

  @Test
  void aProviderThatIsOfNoKnownApplicationDoesNotEither() {
    assertThat(dependents(provides(seen("providers:demo.A::", "demo.A", 1, "")))).isEmpty();
    assertThat(
            dependents(
                provides(seen("providers:demo.A::", "demo.A", 1, "")),
                seen("providers:demo.B::", "demo.B", 1, "")))
        .as("it consumes another one")
        .extracting(Dependent::services)
        .containsExactly(List.of("providers:demo.B::"));
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

  @Test
  void aConsumerOfDubbo3HasAConnectionForEachLevelAndDependsOnNone() {
    assertThat(
            dependents(
                seen("providers:demo.A:1.0.0:grp", "demo.A", 1, ""),
                seen("providers:demo.B::", "demo.B", 1, ""),
                seen("providers:demo.B:", "demo.B", 1, ""),
                seenApplication("desk", 2, "")))
        .isEmpty();
  }

  @Test
  void itMayDependOnOneInterfaceAndHaveMovedForAnother() {
    assertThat(
            InterfaceDependents.of(
                List.of(
                    seen("providers:demo.A::", "demo.A", 1, ""),
                    seen("providers:demo.C::", "demo.C", 1, ""),
                    seenApplication("desk", 2, "")),
                List.of(OFFER, TILL)))
        .extracting(Dependent::services)
        .containsExactly(List.of("providers:demo.C::"));
  }

  @Test
  void oneProcessThatHasMovedDoesNotHideAnotherAtItsAddress() {
    assertThat(
            dependents(
                seen("providers:demo.A::", "demo.A", 1, ""),
                seen("providers:demo.A::", "demo.A", 3, "web"),
                seenApplication("desk", 2, "")))
        .extracting(Dependent::application)
        .containsExactly("web");
    assertThat(
            dependents(
                seen("providers:demo.A::", "demo.A", 1, "web"), seenApplication("desk", 2, "till")))
        .as("another application at its address")
        .hasSize(1);
    assertThat(
            dependents(
                seen("providers:demo.A::", "demo.A", 1, ""), seenApplication("desk", 2, "desk")))
        .as("a provider that is told of itself")
        .hasSize(1);
  }

  @Test
  void whoeverFindsOneOfSeveralThatOfferItDependsOnTheOthers() {
    Offer also = new Offer("public", "till", List.of("demo.A"));
    List<Seen> seen =
        List.of(seen("providers:demo.A::", "demo.A", 1, ""), seenApplication("desk", 2, ""));

    assertThat(InterfaceDependents.of(seen, List.of(OFFER, also))).hasSize(1);
    assertThat(InterfaceDependents.of(seen, List.of(OFFER, also), List.of(OFFER)))
        .as("only that of one application may end")
        .isEmpty();
  }

  private static List<Dependent> dependents(Seen... seen) {
    return InterfaceDependents.of(Stream.of(seen).toList(), List.of(OFFER));
  }

  private static Seen seen(String service, String interfaceName, int port, String application) {
    return seen("INTERFACE", service, interfaceName, port, application);
  }

  private static Seen seenApplication(String service, int port, String application) {
    return seen("APPLICATION", service, "", port, application);
  }

  private static Seen seen(
      String level, String service, String interfaceName, int port, String application) {
    return new Seen(
        new PluginConsumer(
            "public",
            "DEFAULT_GROUP",
            service,
            level,
            interfaceName,
            "10.0.0.9",
            port,
            "GRPC",
            "Nacos-Java-Client:v2.2.4",
            "",
            application,
            false),
        List.of("a:1"));
  }

  private static Seen provides(Seen seen) {
    PluginConsumer each = seen.consumer();
    return new Seen(
        new PluginConsumer(
            each.namespace(),
            each.group(),
            each.service(),
            each.level(),
            each.serviceInterface(),
            each.ip(),
            each.port(),
            each.protocol(),
            each.client(),
            each.app(),
            each.application(),
            true),
        seen.members());
  }
}
