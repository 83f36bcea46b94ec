package io.landbridge.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.service.answer.ConsumerQuery;
import io.landbridge.service.answer.ConsumerStatus;
import io.landbridge.service.answer.ConsumerStatus.Level;
import io.landbridge.service.answer.Page;
import io.landbridge.service.answer.PageRequest;
import io.landbridge.service.answer.SubscribedClient;
import io.landbridge.service.answer.SubscribedClient.Protocol;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.Samples;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class ConsumersTest {

  private static final ApplicationKey SHOP = Samples.SHOP;
  private static final MetadataDocument DOCUMENT = Samples.document(SHOP, 1);
  private static final ServiceEntry OFFERED = DOCUMENT.services().values().iterator().next();

  private final Index index = new Index();
  private final Consumers consumers = new Consumers(catalog(), index);

  /** How many clients each service has; some have none, as their last one has just left. */
  @Provide
  Arbitrary<List<Integer>> crowds() {
    return Arbitraries.integers().between(0, 4).list().ofMaxSize(8);
  }

  @Property(tries = 300)
  void partsHaveEveryConsumerOnceAndInOrder(
      @ForAll("crowds") List<Integer> crowds, @ForAll @IntRange(min = 1, max = 6) int limit) {
    // The same object for every try.
    index.clients.clear();
    for (int i = 0; i < crowds.size(); i++) {
      index.subscribe(service("service-" + i), crowds.get(i));
    }

    List<String> seen = new ArrayList<>();
    String after = "";
    do {
      Page<ConsumerStatus> part = consumers.page(ConsumerQuery.ALL, new PageRequest(limit, after));
      assertThat(part.items().size()).isLessThanOrEqualTo(limit);
      part.items().forEach(each -> seen.add(each.service() + " " + each.ip()));
      after = part.next();
    } while (!after.isEmpty());

    List<String> expected = new ArrayList<>();
    for (int i = 0; i < crowds.size(); i++) {
      String service = "service-" + i;
      IntStream.range(0, crowds.get(i)).forEach(each -> expected.add(service + " 10.0.0." + each));
    }
    assertThat(seen).isEqualTo(expected);
  }

  @Example
  void whoComesOrGoesBetweenPartsDoesNotMoveTheOthers() {
    index.subscribe(service("a"), 2);
    index.subscribe(service("b"), 2);
    Page<ConsumerStatus> first = consumers.page(ConsumerQuery.ALL, new PageRequest(2, ""));

    index.subscribe(service("a"), 0);
    index.subscribe(service("A"), 1);
    Page<ConsumerStatus> second =
        consumers.page(ConsumerQuery.ALL, new PageRequest(2, first.next()));

    assertThat(first.items()).extracting(ConsumerStatus::service).containsExactly("a", "a");
    assertThat(second.items()).extracting(ConsumerStatus::service).containsExactly("b", "b");
    assertThat(second.next()).isEmpty();
  }

  @Example
  void aServiceStandsForAnInterfaceAnApplicationOrSomethingElse() {
    index.subscribe(service("providers:demo.Orders:1.0.0:blue"), 1);
    index.subscribe(service("providers:demo.Orders"), 1);
    index.subscribe(service(SHOP.name().value()), 1);
    index.subscribe(service("web"), 1);
    index.subscribe(service("a,b"), 1);

    Map<String, String> levels = new TreeMap<>();
    consumers
        .page(ConsumerQuery.ALL, PageRequest.FIRST)
        .items()
        .forEach(each -> levels.put(each.service(), each.level() + each.serviceInterface()));

    assertThat(levels)
        .isEqualTo(
            Map.of(
                "providers:demo.Orders:1.0.0:blue",
                Level.INTERFACE + "demo.Orders",
                "providers:demo.Orders",
                Level.INTERFACE + "demo.Orders",
                SHOP.name().value(),
                Level.APPLICATION + "",
                "web",
                Level.OTHER + "",
                "a,b",
                Level.OTHER + ""));
  }

  @Example
  void questionsNarrowTheList() {
    String offered = "providers:" + OFFERED.name() + "::";
    NamespaceId other = NamespaceId.of("other");
    index.subscribe(service(offered), 1);
    index.subscribe(service("providers:demo.Unrelated::"), 1);
    index.subscribe(service(SHOP.name().value()), 1);
    index.subscribe(new ServiceKey(other, "DEFAULT_GROUP", offered), 1);
    index.subscribe(new ServiceKey(other, "DEFAULT_GROUP", SHOP.name().value()), 1);

    assertThat(asked(new ConsumerQuery(of(other), none(), none(), none()))).hasSize(2);
    assertThat(asked(new ConsumerQuery(none(), of(offered), none(), none()))).hasSize(2);
    assertThat(asked(new ConsumerQuery(none(), none(), of("demo.Unrelated"), none())))
        .containsExactly("public providers:demo.Unrelated::");
    // In the other namespace the application offers nothing.
    assertThat(asked(new ConsumerQuery(none(), none(), none(), of(SHOP.name().value()))))
        .containsExactlyInAnyOrder(
            "public " + offered, "public " + SHOP.name().value(), "other " + SHOP.name().value());
    assertThat(
            asked(
                new ConsumerQuery(
                    of(NamespaceId.PUBLIC), none(), of(OFFERED.name()), of(SHOP.name().value()))))
        .containsExactly("public " + offered);
    assertThat(asked(new ConsumerQuery(none(), none(), none(), of("a,b")))).isEmpty();
  }

  @Example
  void aNestedInterfaceIsFoundHoweverItIsSpelled() {
    index.subscribe(service("providers:demo.Outer___Inner::"), 1);
    index.subscribe(service("providers:demo.Outer$Inner"), 1);

    assertThat(asked(new ConsumerQuery(none(), none(), of("demo.Outer$Inner"), none()))).hasSize(2);
    assertThat(consumers.page(ConsumerQuery.ALL, PageRequest.FIRST).items())
        .extracting(ConsumerStatus::serviceInterface)
        .containsOnly("demo.Outer$Inner");
  }

  @Example
  void thePlaceOfAnotherListIsRefused() {
    assertThatThrownBy(
            () ->
                consumers.page(
                    ConsumerQuery.ALL, new PageRequest(1, Cursor.of("applications", "a", "b"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'after'");
  }

  private List<String> asked(ConsumerQuery query) {
    return consumers.page(query, PageRequest.FIRST).items().stream()
        .map(each -> each.namespace() + " " + each.service())
        .toList();
  }

  private static <T> Optional<T> of(T value) {
    return Optional.of(value);
  }

  private static <T> Optional<T> none() {
    return Optional.empty();
  }

  private static ServiceKey service(String name) {
    return new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", name);
  }

  /** A catalog with one application that offers one document. */
  private static CatalogReader catalog() {
    return (CatalogReader)
        Proxy.newProxyInstance(
            CatalogReader.class.getClassLoader(),
            new Class<?>[] {CatalogReader.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "revisions" ->
                      arguments[0].equals(SHOP)
                          ? new TreeMap<>(Map.of(DOCUMENT.revision(), 1))
                          : new TreeMap<>();
                  case "document" -> Optional.of(DOCUMENT);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static final class Index implements SubscribedClients {

    private final Map<ServiceKey, List<SubscribedClient>> clients = new TreeMap<>();

    void subscribe(ServiceKey service, int count) {
      List<SubscribedClient> crowd = new ArrayList<>();
      for (int i = count - 1; i >= 0; i--) {
        crowd.add(
            new SubscribedClient(
                "id-" + i, "10.0.0." + i, 1, Protocol.GRPC, "client", "", "", false));
      }
      clients.put(service, crowd);
    }

    @Override
    public void services(Consumer<ServiceKey> visitor) {
      clients.keySet().forEach(visitor);
    }

    @Override
    public List<SubscribedClient> clients(ServiceKey service) {
      return clients.getOrDefault(service, List.of());
    }
  }
}
