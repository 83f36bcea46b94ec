package io.landbridge.migrate.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.consumer.ClusterConsumers.Seen;
import io.landbridge.migrate.consumer.InterfaceDependents.Dependent;
import io.landbridge.migrate.consumer.InterfaceDependents.Offer;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.plugin.PluginConsumer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StarvedConsumersTest {

  private static final ApplicationKey DESK = ApplicationKey.of("public", "desk");
  private static final List<Offer> OFFERS =
      List.of(new Offer("public", "desk", List.of("demo.A", "demo.B")));
  private static final String A = "providers:demo.A::";
  private static final String B = "providers:demo.B::";

  /** What has a provider, as {@code group/service}. */
  private final Set<String> provided = new HashSet<>(Set.of("TEST/" + A, "TEST/" + B, "TEST/desk"));

  private final List<String> asked = new ArrayList<>();

  private final StarvedConsumers starved =
      new StarvedConsumers(
          service -> {
            asked.add(service.name());
            return provided.contains(service.group() + "/" + service.name());
          });

  @Test
  void anApplicationInAnotherGroupTakesNothingFromItsConsumers() throws Exception {
    assertThat(of(seen("TEST", A, "demo.A", 1), seen("TEST", B, "demo.B", 1))).isEmpty();

    assertThat(
            of(
                seen("TEST", A, "demo.A", 1),
                seen("TEST", "providers:demo.A:", "demo.A", 1),
                seen("TEST", B, "demo.B", 1),
                application("DEFAULT_GROUP", 2)))
        .isEmpty();
  }

  @Test
  void whoHasLeftTheInterfaceLevelIsStarved() throws Exception {
    assertThat(of(seen("TEST", A, "demo.A", 1))).isEmpty();

    assertThat(of(application("DEFAULT_GROUP", 2))).containsOnly(Map.entry("public/desk", 1));
  }

  @Test
  void whoHasLeftItForOneInterfaceIsStarved() throws Exception {
    assertThat(of(seen("TEST", A, "demo.A", 1), seen("TEST", B, "demo.B", 1))).isEmpty();

    assertThat(of(seen("TEST", A, "demo.A", 1), application("DEFAULT_GROUP", 2)))
        .containsOnly(Map.entry("public/desk", 1));
  }

  @Test
  void whoHasNoProviderAtEitherLevelIsStarvedAtBoth() throws Exception {
    assertThat(of(seen("TEST", A, "demo.A", 1), seen("TEST", B, "demo.B", 1))).isEmpty();
    provided.clear();

    assertThat(
            of(
                seen("TEST", A, "demo.A", 1),
                seen("TEST", B, "demo.B", 1),
                application("DEFAULT_GROUP", 2)))
        .containsOnly(
            Map.entry("public/demo.A", 1),
            Map.entry("public/demo.B", 1),
            Map.entry("public/desk", 1));
  }

  @Test
  void oneConnectionSpeaksForOneProcessOnly() throws Exception {
    assertThat(of(seen("TEST", A, "demo.A", 1), seen("TEST", A, "demo.A", 3))).isEmpty();

    assertThat(
            of(
                seen("TEST", A, "demo.A", 1),
                application("DEFAULT_GROUP", 2),
                application("DEFAULT_GROUP", 4)))
        .as("of two processes one has left the interface level")
        .containsOnly(Map.entry("public/desk", 1));
    assertThat(
            of(
                seen("TEST", A, "demo.A", 1),
                application("TEST", 2),
                application("DEFAULT_GROUP", 4)))
        .as("the connection is that of the one who finds its providers")
        .containsOnly(Map.entry("public/desk", 1));
  }

  @Test
  void anotherMachineSpeaksForNobody() throws Exception {
    assertThat(
            of(
                seen("TEST", A, "demo.A", 1),
                new Seen(
                    consumer("DEFAULT_GROUP", "desk", "", "10.0.0.8", 2, false), List.of("a:1"))))
        .containsOnly(Map.entry("public/desk", 1));
  }

  @Test
  void aProviderThatListensToItselfSpeaksForNobody() throws Exception {
    assertThat(
            of(
                new Seen(consumer("TEST", A, "demo.A", "10.0.0.9", 1, true), List.of("a:1")),
                application("DEFAULT_GROUP", 2)))
        .containsOnly(Map.entry("public/desk", 1));
  }

  @Test
  void whoFindsNobodyAtApplicationLevelHasNotMoved() throws Exception {
    Seen atInterface = seen("TEST", A, "demo.A", 1);
    assertThat(dependents(atInterface, application("TEST", 2))).isEmpty();
    assertThat(asked).as("interfaces are many").containsExactly("desk");

    assertThat(dependents(atInterface, application("DEFAULT_GROUP", 2)))
        .extracting(Dependent::services)
        .containsExactly(List.of(A));
  }

  @Test
  void whoseProvidersAreAllAwayHasMovedAllTheSame() throws Exception {
    provided.clear();

    assertThat(dependents(seen("TEST", A, "demo.A", 1), application("TEST", 2))).isEmpty();
  }

  private List<Dependent> dependents(Seen... seen) throws RegistryException {
    return InterfaceDependents.of(
        starved.withoutVain(Stream.of(seen).toList(), OFFERS), OFFERS, OFFERS);
  }

  private SortedMap<String, Integer> of(Seen... seen) throws RegistryException {
    return starved.of(Map.of(DESK, Stream.of(seen).toList()));
  }

  private static Seen seen(String group, String service, String interfaceName, int port) {
    return new Seen(
        consumer(group, service, interfaceName, "10.0.0.9", port, false), List.of("a:1"));
  }

  private static Seen application(String group, int port) {
    return seen(group, "desk", "", port);
  }

  private static PluginConsumer consumer(
      String group, String service, String interfaceName, String ip, int port, boolean provides) {
    return new PluginConsumer(
        "public",
        group,
        service,
        interfaceName.isEmpty() ? "APPLICATION" : "INTERFACE",
        interfaceName,
        ip,
        port,
        "GRPC",
        "Nacos-Java-Client:v2.2.4",
        "",
        "",
        provides);
  }
}
