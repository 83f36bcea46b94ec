package io.landbridge.migrate.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.SketchedRegistry;
import io.landbridge.migrate.consumer.ConsumerInventory.Client;
import io.landbridge.migrate.consumer.ConsumerInventory.Silent;
import io.landbridge.migrate.consumer.ConsumerInventory.Source;
import io.landbridge.migrate.member.AskedMember;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.Subscriber;
import io.landbridge.registry.plugin.PluginConsumer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who has subscribed, from what the plugin or the servers tell. */
class ConsumerCollectorTest {

  private static final String ONE = "10.0.0.1:8848";
  private static final String TWO = "10.0.0.2:8848";
  private static final ServerAddress SERVER = ServerAddress.parse(ONE);
  private static final Registration SHOP =
      Registrations.of("shop", "demo.Order", "10.1.0.1", 20880);
  private static final ServiceKey ORDER = SHOP.service();
  private static final ServiceKey MALL =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "mall");
  private static final Subscriber OLD =
      new Subscriber("10.9.9.9", 54000, "Nacos-Java-Client:v1.4.6", "");
  private static final Subscriber NEW =
      new Subscriber("10.2.0.2", 0, "Nacos-Java-Client:v2.4.1", "web");

  private final ConsumerCollector collector = new ConsumerCollector();

  ConsumerCollectorTest() {
    collector.providers(ORDER, List.of(SHOP));
    Registration announced = Registrations.consumer("cart", "demo.Order", "2.7.23");
    collector.consumers(announced.service(), List.of(announced));
    collector.application(MALL, List.of());
  }

  private ConsumerInventory ask(SketchedRegistry registry) throws RegistryException {
    return collector.ask(registry, List.of(SERVER), line -> {});
  }

  @Test
  void everyMemberIsAskedForEveryServiceAndClientsAreThoseOfAll() throws Exception {
    SketchedRegistry registry =
        new SketchedRegistry(ONE, TWO)
            .subscribed(ONE, ORDER, OLD)
            .subscribed(TWO, ORDER, OLD, NEW)
            .subscribed(TWO, MALL, NEW);

    assertThat(ask(registry))
        .isEqualTo(
            new ConsumerInventory(
                Source.SERVERS,
                2,
                List.of(),
                2,
                0,
                List.of(
                    new Client(
                        "public",
                        "10.2.0.2",
                        "Nacos-Java-Client:v2.4.1",
                        "GRPC",
                        "web",
                        List.of(),
                        List.of(),
                        List.of("providers:demo.Order::"),
                        List.of("mall")),
                    new Client(
                        "public",
                        "10.9.9.9",
                        "Nacos-Java-Client:v1.4.6",
                        "HTTP_UDP",
                        "",
                        List.of("cart"),
                        List.of("2.7.23"),
                        List.of("providers:demo.Order::"),
                        List.of()))));
    assertThat(registry.questions()).isEqualTo(4);
  }

  /** The address of {@code SHOP} has one provider of {@code ORDER}. */
  @Test
  void aProviderThatListensToItsOwnServiceIsNoConsumer() throws Exception {
    Subscriber provider = new Subscriber("10.1.0.1", 54001, "Nacos-Java-Client:v1.4.6", "");
    SketchedRegistry registry = new SketchedRegistry(ONE).subscribed(ONE, ORDER, provider, OLD);
    assertThat(ask(registry).clients()).extracting(Client::ip).containsExactly("10.9.9.9");

    Subscriber beside = new Subscriber("10.1.0.1", 54002, "Nacos-Java-Client:v1.4.6", "");
    assertThat(ask(registry.subscribed(ONE, ORDER, provider, OLD, beside)).clients())
        .as("one of the two at its address consumes")
        .extracting(Client::ip)
        .containsExactly("10.1.0.1", "10.9.9.9");

    ClusterConsumers.Collected collected = new ClusterConsumers.Collected();
    collected.add(ONE, List.of(listener("providers:demo.Order::", 54001, "shop")));
    ClusterConsumers told = collected.of(List.of(new AskedMember(ONE, true, "")));
    assertThat(collector.of(told, List.of("public")).clients()).isEmpty();
  }

  @Test
  void providersThatListenAreCountedByProcess() {
    ClusterConsumers.Collected collected = new ClusterConsumers.Collected();
    collected.add(
        ONE,
        List.of(
            // One that listens to two services on one connection.
            listener("providers:demo.Order::", 54001, "shop"),
            listener("providers:demo.Cart::", 54001, "shop"),
            // A second one beside it, and one with a connection for each service.
            listener("providers:demo.Order::", 54009, "shop"),
            listener("providers:demo.A::", 1, "depot"),
            listener("providers:demo.B::", 2, "depot"),
            listener("providers:demo.C::", 3, "depot")));
    ClusterConsumers told = collected.of(List.of(new AskedMember(ONE, true, "")));

    assertThat(ListeningProviders.of(told.consumers())).isEqualTo(3);
  }

  private static PluginConsumer listener(String service, int port, String application) {
    return new PluginConsumer(
        "public",
        "DEFAULT_GROUP",
        service,
        "INTERFACE",
        "demo.Any",
        "10.1.0.1",
        port,
        "HTTP_UDP",
        "Nacos-Java-Client:v1.4.6",
        "",
        application,
        true);
  }

  @Test
  void aMemberThatDoesNotAnswerIsNamedAndTheOthersCount() throws Exception {
    ConsumerInventory found =
        ask(new SketchedRegistry(ONE, TWO).subscribed(ONE, ORDER, OLD).fail(TWO, Kind.UNREACHABLE));

    assertThat(found.source()).isEqualTo(Source.SERVERS);
    assertThat(found.members()).isOne();
    assertThat(found.silent()).containsExactly(new Silent(TWO, "it is UNREACHABLE"));
    assertThat(found.clients()).extracting(Client::ip).containsExactly("10.9.9.9");
  }

  @Test
  void aServerWithoutSuchListsIsNoFailureAndNotAskedForEachService() throws Exception {
    for (int i = 0; i < 2000; i++) {
      Registration each = Registrations.of("shop", "demo.S" + i, "10.1.0.1", 20880);
      collector.providers(each.service(), List.of(each));
    }
    SketchedRegistry registry = new SketchedRegistry(ONE).fail(ONE, Kind.NOT_FOUND);

    ConsumerInventory found = ask(registry);

    assertThat(found.source()).isEqualTo(Source.NOBODY);
    assertThat(found.silent()).containsExactly(new Silent(ONE, "it is NOT_FOUND"));
    assertThat(found.clients()).isEmpty();
    // As many as were under way when it was found out.
    assertThat(registry.questions()).isLessThanOrEqualTo(8);
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"INCOMPLETE", "TOO_LARGE", "REFUSED", "CONFLICT"})
  void aListThatCannotBeHadIsCountedAndTheMemberAskedOn(Kind kind) throws Exception {
    ConsumerInventory found =
        ask(new SketchedRegistry(ONE).fail(MALL.name(), kind).subscribed(ONE, ORDER, NEW));

    assertThat(found.unread()).isOne();
    assertThat(found.silent()).isEmpty();
    assertThat(found.clients()).hasSize(1);
  }

  @Test
  void aClientWithoutAnAddressIsCountedAndItsListRead() throws Exception {
    ConsumerInventory found =
        ask(new SketchedRegistry(ONE).subscribed(ONE, ORDER, NEW).nameless(ORDER, 2));

    assertThat(found.unread()).isOne();
    assertThat(found.clients()).hasSize(1);
  }

  /** A host name with an underscore is one, for example. */
  @Test
  void aMemberThatNobodyCanBeAskedAtIsNamedAndTheOthersTell() throws Exception {
    ConsumerInventory found =
        ask(new SketchedRegistry(ONE, "a_b:8848", "").subscribed(ONE, ORDER, NEW));

    assertThat(found.silent())
        .extracting(Silent::member)
        .containsExactlyInAnyOrder("(no address)", "a_b:8848");
    assertThat(found.silent()).allSatisfy(each -> assertThat(each.reason()).contains("address"));
    assertThat(found.clients()).hasSize(1);
  }

  @Test
  void whoInterruptsItGetsNoResult() {
    SketchedRegistry registry = new SketchedRegistry(ONE).fail(ONE, Kind.INTERRUPTED);

    assertThat(catchThrowableOfType(RegistryException.class, () -> ask(registry)).kind())
        .isEqualTo(Kind.INTERRUPTED);
  }

  @Test
  void whatAClientOfThePluginSaysOfItselfCountsMoreThanItsAddress() {
    List<PluginConsumer> told =
        IntStream.range(0, 2)
            .mapToObj(
                i ->
                    new PluginConsumer(
                        "public",
                        "DEFAULT_GROUP",
                        i == 0 ? "providers:demo.Order::" : "mall",
                        i == 0 ? "INTERFACE" : "APPLICATION",
                        "demo.Order",
                        "10.9.9.9",
                        40000 + i,
                        "GRPC",
                        "Nacos-Java-Client:v2.4.1",
                        "",
                        i == 0 ? "web" : "",
                        false))
            .toList();
    ClusterConsumers.Collected collected = new ClusterConsumers.Collected();
    collected.add(ONE, told);
    ClusterConsumers all =
        collected.of(List.of(new AskedMember(ONE, true, ""), new AskedMember(TWO, false, "away")));

    ConsumerInventory found = collector.of(all, List.of("public"));

    assertThat(found)
        .isEqualTo(
            new ConsumerInventory(
                Source.PLUGIN,
                1,
                List.of(new Silent(TWO, "away")),
                2,
                0,
                List.of(
                    new Client(
                        "public",
                        "10.9.9.9",
                        "Nacos-Java-Client:v2.4.1",
                        "GRPC",
                        "",
                        List.of("web"),
                        List.of("2.7.23"),
                        List.of("providers:demo.Order::"),
                        List.of("mall")))));
    assertThat(collector.of(all, List.of("other")).clients()).isEmpty();
  }
}
