package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.Endpoint;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Origin;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InterfaceUnfoldTest {

  private static final ServiceEntry PLAIN = entry("demo.PlainService", "", "", "dubbo", Map.of());
  private static final String PLAIN_NAME = "providers:demo.PlainService::";

  @ParameterizedTest
  @CsvSource({
    "demo.GreetService, 1.0.0, grpA, providers:demo.GreetService:1.0.0:grpA,",
    "demo.OrderService, 2.0.0, '', providers:demo.OrderService:2.0.0:, providers:demo.OrderService:2.0.0",
    "demo.PlainService, '', '', providers:demo.PlainService::, providers:demo.PlainService",
    "demo.OtherService, '', grpB, providers:demo.OtherService::grpB, providers:demo.OtherService:grpB",
    "demo.AnyService, '', *, providers:demo.AnyService::*, providers:demo.AnyService:*"
  })
  void aServiceHasTheNamesThatConsumersOfAllGenerationsAskFor(
      String interfaceName, String version, String group, String four, String legacy) {
    assertThat(InterfaceUnfold.names(entry(interfaceName, version, group, "dubbo", Map.of())))
        .containsExactlyElementsOf(legacy == null ? List.of(four) : List.of(four, legacy));
  }

  @Test
  void aNestedInterfaceHasTheNamesOfThoseWhoReplaceTheDollarAndOfThoseWhoKeepIt() {
    assertThat(InterfaceUnfold.names(entry("demo.Outer$Inner", "1.0.0", "", "dubbo", Map.of())))
        .containsExactly(
            "providers:demo.Outer___Inner:1.0.0:",
            "providers:demo.Outer$Inner:1.0.0",
            "providers:demo.Outer$Inner:1.0.0:");
    assertThat(InterfaceUnfold.names(entry("demo.Outer$Inner", "1.0.0", "a", "dubbo", Map.of())))
        .containsExactly(
            "providers:demo.Outer___Inner:1.0.0:a", "providers:demo.Outer$Inner:1.0.0:a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "providers:demo.Outer___Inner::",
        "providers:demo.Outer$Inner::",
        "providers:demo.Outer$Inner"
      })
  void aNestedInterfaceIsShownUnderItsRealName(String name) {
    ServiceEntry nested = entry("demo.Outer$Inner", "", "", "dubbo", Map.of());

    assertThat(only(name, instance(), document(nested)).metadata())
        .containsEntry("interface", "demo.Outer$Inner")
        .containsEntry("path", "demo.Outer$Inner");
  }

  @Test
  void everyServiceOfACapturedProviderIsCalledByDubbo26AndDubbo27() {
    ApplicationInstance instance = Captures.instance("dubbo-3.3.6-instance-remote");
    MetadataDocument document = Captures.document("prov-33", instance.revision().value());

    assertThat(document.services()).hasSize(6);
    for (ServiceEntry entry : document.services().values()) {
      Dubbo2Consumer consumer = Dubbo2Consumer.of(entry);
      List<InterfaceAddress> shown = InterfaceUnfold.unfold(consumer.name(), instance, document);

      assertThat(shown).singleElement().matches(each -> consumer.calls(each.metadata()));
      assertThat(shown).extracting(InterfaceAddress::port).containsExactly(20881);
      assertThat(InterfaceUnfold.unfold(consumer.legacyName(), instance, document))
          .isEqualTo(shown);
    }
  }

  @Test
  void theMetadataIsWhatDubbo2ConsumersNeedAndEveryParameterOfTheService() {
    ApplicationInstance instance = Captures.instance("dubbo-3.3.6-instance-remote");
    MetadataDocument document = Captures.document("prov-33", instance.revision().value());

    assertThat(only("providers:demo.GreetService:1.0.0:grpA", instance, document).metadata())
        .containsEntry("protocol", "dubbo")
        .containsEntry("path", "demo.GreetService")
        .containsEntry("interface", "demo.GreetService")
        .containsEntry("version", "1.0.0")
        .containsEntry("group", "grpA")
        .containsEntry("category", "providers")
        .containsEntry("side", "provider")
        .containsEntry("application", "prov-33")
        .containsEntry("dubbo", "2.0.2")
        .containsEntry("release", "3.3.6")
        .containsEntry("methods", "add,box,hello")
        .containsEntry("hello.timeout", "1500")
        .containsEntry("weight", "50")
        .containsEntry("dubbo.tag", "gray")
        .containsEntry("timestamp", "1795176590714")
        .containsEntry("landbridge.origin", "native-application")
        .doesNotContainKeys("REGISTRY_CLUSTER", "dubbo.metadata.revision", "dubbo.endpoints");
  }

  /**
   * What real consumers made of hand-written metadata, so that the judge of the others is right.
   */
  @ParameterizedTest
  @CsvSource({
    "protocol, false, false, false",
    "protocol path, true, false, false",
    "protocol path interface, true, false, false",
    "protocol path interface category, true, false, false",
    "protocol path interface version group, true, true, true",
    "protocol path interface category version group, true, true, true",
    "protocol path version group, true, true, true",
    "protocol interface version group, true, true, true",
    "path interface category version group, false, false, false"
  })
  void aDubbo2ConsumerNeedsFewKeys(String keys, boolean plain, boolean greet, boolean order) {
    List<String> kept = Arrays.asList(keys.split(" "));
    Map<ServiceEntry, Boolean> expected =
        Map.of(
            PLAIN,
            plain,
            entry("demo.GreetService", "1.0.0", "grpA", "dubbo", Map.of()),
            greet,
            entry("demo.OrderService", "2.0.0", "", "dubbo", Map.of()),
            order);

    expected.forEach(
        (entry, called) -> {
          Dubbo2Consumer consumer = Dubbo2Consumer.of(entry);
          Map<String, String> metadata =
              new TreeMap<>(only(consumer.name(), instance(), document(entry)).metadata());
          assertThat(consumer.calls(metadata)).isTrue();
          metadata.keySet().retainAll(kept);
          assertThat(consumer.calls(metadata)).as(entry.name()).isEqualTo(called);
        });
  }

  @Test
  void whatADocumentLacksIsFilledIn() {
    assertThat(only(PLAIN_NAME, instance(), document(PLAIN)).metadata())
        .isEqualTo(
            Map.of(
                "application",
                "shop",
                "category",
                "providers",
                "dubbo",
                "2.0.2",
                "interface",
                "demo.PlainService",
                "path",
                "demo.PlainService",
                "protocol",
                "dubbo",
                "side",
                "provider",
                "landbridge.origin",
                "native-application"));
  }

  @Test
  void aReleaseIsNotInvented() {
    assertThat(only(PLAIN_NAME, instance(), document(PLAIN)).metadata())
        .doesNotContainKeys("release", "methods", "version", "group");
  }

  @Test
  void aServiceOnTripleAndDubboIsShownOnDubbo() {
    MetadataDocument document =
        document(PLAIN, entry("demo.PlainService", "", "", "tri", Map.of()));

    assertThat(only(PLAIN_NAME, instance(), document).metadata())
        .containsEntry("protocol", "dubbo");
    assertThat(InterfaceUnfold.losses(instance(), document)).isEmpty();
  }

  @Test
  void aServiceOnTripleAloneIsShownToThoseWhoCanBeDubbo3() {
    MetadataDocument document =
        document(
            entry("demo.OrderService", "2.0.0", "", "tri", Map.of()),
            entry("demo.GreetService", "1.0.0", "grpA", "tri", Map.of()),
            PLAIN);

    assertThat(only("providers:demo.OrderService:2.0.0:", instance(), document).metadata())
        .containsEntry("protocol", "tri");
    assertThat(InterfaceUnfold.of("providers:demo.OrderService:2.0.0", document).isEmpty())
        .isTrue();
    assertThat(only("providers:demo.GreetService:1.0.0:grpA", instance(), document).metadata())
        .containsEntry("protocol", "tri");
    assertThat(InterfaceUnfold.names(document))
        .containsExactly(
            "providers:demo.GreetService:1.0.0:grpA",
            "providers:demo.OrderService:2.0.0:",
            "providers:demo.PlainService",
            "providers:demo.PlainService::");
    assertThat(InterfaceUnfold.losses(instance(), document))
        .singleElement()
        .satisfies(
            loss -> {
              assertThat(loss.kind()).isEqualTo(Loss.Kind.TRIPLE_ONLY);
              assertThat(loss.service().name()).isEqualTo("shop");
              assertThat(loss.address()).isEqualTo("192.0.2.7:20880");
              assertThat(loss.detail())
                  .startsWith("demo.OrderService:2.0.0 and 1 more: offered on Triple only");
            });
  }

  @Test
  void severalProtocolsAreSeveralAddresses() {
    MetadataDocument document =
        document(PLAIN, entry("demo.PlainService", "", "", "rmi", Map.of()));

    assertThat(
            InterfaceUnfold.unfold(
                PLAIN_NAME,
                instance(new Endpoint(20880, "dubbo"), new Endpoint(1099, "rmi")),
                document))
        .extracting(each -> each.port() + " " + each.metadata().get("protocol"))
        .containsExactly("20880 dubbo", "1099 rmi");
  }

  @Test
  void ofSeveralProtocolsAtOnePortTheProvidersOwnIsShown() {
    MetadataDocument document =
        document(
            entry("demo.PlainService", "", "", "dubbo", Map.of("isExtra", "true")),
            entry("demo.PlainService", "", "", "rest", Map.of("ext.protocol", "dubbo")));

    assertThat(only(PLAIN_NAME, instance(), document).metadata()).containsEntry("protocol", "rest");
  }

  @Test
  void whatTripleServesAsDubboOnItsOwnPortIsShownAsDubbo() {
    MetadataDocument document =
        document(
            entry("demo.PlainService", "", "", "dubbo", Map.of("isExtra", "true")),
            entry("demo.PlainService", "", "", "tri", Map.of("ext.protocol", "dubbo")));

    assertThat(only(PLAIN_NAME, instance(), document).metadata())
        .containsEntry("protocol", "dubbo")
        .doesNotContainKey("isExtra");
  }

  @ParameterizedTest
  @CsvSource({
    "20999, 20880, 20999",
    "-1, 20881, 20881",
    "0, 20881, 20881",
    "65536, 20881, 20881",
    "-1, , 20880"
  })
  void thePortIsTheServicesElseTheEndpointsElseTheInstances(
      int port, Integer endpoint, int expected) {
    ServiceEntry entry =
        new ServiceEntry(
            "demo.PlainService", "", "", "dubbo", port, "demo.PlainService", new TreeMap<>());
    ApplicationInstance instance =
        endpoint == null
            ? instance(new Endpoint(8080, "rest"))
            : instance(new Endpoint(8080, "rest"), new Endpoint(endpoint, "dubbo"));

    assertThat(only(PLAIN_NAME, instance, document(entry)).port()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "fastjson2, 3.3.6, ",
    "fastjson2, 3.2.0, ",
    "fastjson2, , ",
    "fastjson2, 3.1.11, fastjson2",
    "hessian2, 3.3.6, hessian2",
    "kryo, 3.1.11, kryo",
    "our-own, 3.3.6, our-own"
  })
  void aSerializationDubbo2DoesNotHaveIsLeftOutWhereTheProviderTakesAnother(
      String serialization, String release, String expected) {
    Map<String, String> params = new TreeMap<>(Map.of("serialization", serialization));
    if (release != null) {
      params.put("release", release);
    }
    params.put("prefer.serialization", "fastjson2,hessian2");
    MetadataDocument document = document(entry("demo.PlainService", "", "", "dubbo", params));

    Map<String, String> metadata = only(PLAIN_NAME, instance(), document).metadata();

    assertThat(metadata.get("serialization")).isEqualTo(expected);
    assertThat(metadata).containsEntry("prefer.serialization", "fastjson2,hessian2");
    assertThat(InterfaceUnfold.losses(instance(), document))
        .extracting(Loss::kind)
        .isEqualTo("fastjson2".equals(expected) ? List.of(Loss.Kind.NEW_SERIALIZATION) : List.of());
  }

  /** Names as the releases have them; an extension of nobody else is one of the fleet's own. */
  @ParameterizedTest
  @CsvSource({
    "loadbalance, random, true, true",
    "loadbalance, consistenthash, true, true",
    "loadbalance, shortestresponse, false, true",
    "loadbalance, adaptive, false, false",
    "loadbalance, our-own, true, true",
    "ping.loadbalance, adaptive, false, false",
    "default.loadbalance, shortestresponse, false, true",
    "cache, lru, true, true",
    "cache, true, true, true",
    "cache, expiring, false, true",
    "ping.cache, lfu, false, true",
    "cluster, failfast, true, true",
    "cluster, zone-aware, false, true",
    "proxy, jdk, true, true",
    "proxy, nativestub, false, true",
    "proxy, bytebuddy, false, false",
    "validation, jvalidation, true, true",
    "validation, jvalidationNew, false, true",
    "validation, jvalidation-jakarta, false, false",
    "dispatcher, message, true, true",
    "server, netty4, true, true",
    "adaptive, adaptive, true, true"
  })
  void anExtensionThatSomeConsumersDoNotHaveIsLeftOut(
      String key, String value, boolean onDubbo, boolean onTriple) {
    Map<String, String> params = Map.of(key, value);
    ApplicationInstance says = instance(params, Origin.NATIVE_APPLICATION);

    for (String protocol : List.of("dubbo", "tri")) {
      boolean shown = protocol.equals("tri") ? onTriple : onDubbo;
      MetadataDocument document = document(entry("demo.PlainService", "", "", protocol, params));
      MetadataDocument silent = document(entry("demo.PlainService", "", "", protocol, Map.of()));

      assertThat(only(PLAIN_NAME, instance(), document).metadata().containsKey(key))
          .isEqualTo(shown);
      assertThat(only(PLAIN_NAME, says, document).metadata().containsKey(key)).isEqualTo(shown);
      assertThat(only(PLAIN_NAME, says, silent).metadata().containsKey(key)).isEqualTo(shown);
      assertThat(InterfaceUnfold.losses(instance(), document))
          .extracting(Loss::kind)
          .filteredOn(Loss.Kind.NEW_EXTENSION::equals)
          .hasSize(shown || key.equals("proxy") ? 0 : 1);
    }
  }

  @Test
  void theLossOfAnExtensionNamesIt() {
    MetadataDocument document =
        document(
            PLAIN,
            entry(
                "demo.OrderService",
                "2.0.0",
                "",
                "dubbo",
                Map.of("create.loadbalance", "adaptive", "proxy", "nativestub")));

    assertThat(InterfaceUnfold.losses(instance(), document))
        .singleElement()
        .satisfies(
            loss ->
                assertThat(loss.detail())
                    .isEqualTo(
                        "demo.OrderService:2.0.0: shown to interface-level consumers without"
                            + " 'create.loadbalance=adaptive', which older consumers do not support;"
                            + " set it in consumers that support it"));
  }

  @Test
  void theDocumentGoesBeforeTheInstanceAsItDoesForDubbo3Consumers() {
    MetadataDocument document =
        document(
            entry("demo.PlainService", "", "", "dubbo", Map.of("weight", "50", "dubbo.tag", "")));
    ApplicationInstance instance =
        instance(
            Map.of("weight", "7", "dubbo.tag", "gray", "timestamp", "1795176578886"),
            Origin.NATIVE_APPLICATION);

    assertThat(only(PLAIN_NAME, instance, document).metadata())
        .containsEntry("weight", "50")
        .containsEntry("dubbo.tag", "gray")
        .containsEntry("timestamp", "1795176578886");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application",
        "category",
        "dubbo",
        "group",
        "interface",
        "path",
        "protocol",
        "side",
        "version"
      })
  void anInstanceDoesNotSayWhatAServiceIs(String key) {
    ApplicationInstance instance =
        instance(Map.of(key, "something else"), Origin.NATIVE_APPLICATION);

    assertThat(only(PLAIN_NAME, instance, document(PLAIN)).metadata())
        .isEqualTo(only(PLAIN_NAME, instance(), document(PLAIN)).metadata());
  }

  @ParameterizedTest
  @CsvSource({"enabled, false", "disabled, true"})
  void aDisabledInstanceIsNotCalled(String key, String value) {
    ApplicationInstance instance = instance(Map.of(key, value), Origin.NATIVE_APPLICATION);

    assertThat(
            Dubbo2Consumer.of(PLAIN).calls(only(PLAIN_NAME, instance, document(PLAIN)).metadata()))
        .isFalse();
  }

  @Test
  void whatTheDocumentSaysIsOneMapForAllInstances() {
    InterfaceUnfold unfold = InterfaceUnfold.of(PLAIN_NAME, document(PLAIN));
    InterfaceAddress first = unfold.addresses(instance()).get(0);
    InterfaceAddress second =
        unfold.addresses(instance(Map.of("timestamp", "1"), Origin.NATIVE_APPLICATION)).get(0);

    assertThat(second.service()).isSameAs(first.service());
    assertThat(first.metadata()).isSameAs(first.service());
    assertThat(second.own()).containsOnlyKeys("timestamp");
  }

  @Test
  void theMarkSaysWhereTheInstanceCameFrom() {
    assertThat(
            only(PLAIN_NAME, instance(Map.of(), Origin.LEGACY_CLUSTER), document(PLAIN)).metadata())
        .containsEntry("landbridge.origin", "legacy-cluster");
  }

  @Test
  void aCustomPathIsKept() {
    ServiceEntry entry =
        new ServiceEntry(
            "demo.PlainService", "", "", "dubbo", 20880, "ctx/demo.PlainService", new TreeMap<>());

    assertThat(only(PLAIN_NAME, instance(), document(entry)).metadata())
        .containsEntry("path", "ctx/demo.PlainService")
        .containsEntry("interface", "demo.PlainService");
  }

  @Test
  void anAmbiguousLegacyNameHasBothServices() {
    MetadataDocument document =
        document(
            entry("demo.PlainService", "x", "", "dubbo", Map.of()),
            entry("demo.PlainService", "", "x", "dubbo", Map.of()));

    assertThat(InterfaceUnfold.unfold("providers:demo.PlainService:x", instance(), document))
        .extracting(each -> each.metadata().get("version") + " " + each.metadata().get("group"))
        .containsExactlyInAnyOrder("x null", "null x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "providers:",
        "providers:demo.PlainServic::",
        "providers:demo.PlainService:",
        "providers:demo.PlainService:1.0:",
        "providers:demo.PlainService::*",
        "consumers:demo.PlainService::",
        "demo.PlainService",
        "shop"
      })
  void otherNamesGetNothing(String name) {
    assertThat(InterfaceUnfold.of(name, document(PLAIN)).isEmpty()).isTrue();
    assertThat(InterfaceUnfold.unfold(name, instance(), document(PLAIN))).isEmpty();
  }

  @Test
  void aServiceWithTooManyParametersIsReportedAndNotShown() {
    MetadataDocument document =
        document(PLAIN, entry("demo.Big", "", "", "dubbo", Map.of("big", "x".repeat(70_000))));

    assertThat(InterfaceUnfold.names(document))
        .containsExactly("providers:demo.PlainService", PLAIN_NAME);
    assertThat(InterfaceUnfold.of("providers:demo.Big::", document).isEmpty()).isTrue();
    assertThat(InterfaceUnfold.losses(instance(), document))
        .extracting(Loss::kind)
        .containsExactly(Loss.Kind.TOO_LARGE);
  }

  private static InterfaceAddress only(
      String name, ApplicationInstance instance, MetadataDocument document) {
    List<InterfaceAddress> addresses = InterfaceUnfold.unfold(name, instance, document);
    assertThat(addresses).hasSize(1);
    return addresses.get(0);
  }

  private static MetadataDocument document(ServiceEntry... entries) {
    return MetadataDocument.of(new ApplicationName("shop"), List.of(entries));
  }

  private static ServiceEntry entry(
      String name, String version, String group, String protocol, Map<String, String> params) {
    return new ServiceEntry(name, group, version, protocol, -1, name, new TreeMap<>(params));
  }

  private static ApplicationInstance instance(Endpoint... endpoints) {
    return instance(
        Map.of(),
        Origin.NATIVE_APPLICATION,
        endpoints.length == 0 ? List.of(new Endpoint(20880, "dubbo")) : List.of(endpoints));
  }

  private static ApplicationInstance instance(Map<String, String> attributes, Origin origin) {
    return instance(attributes, origin, List.of(new Endpoint(20880, "dubbo")));
  }

  private static ApplicationInstance instance(
      Map<String, String> attributes, Origin origin, List<Endpoint> endpoints) {
    return new ApplicationInstance(
        new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName("shop")),
        "DEFAULT_GROUP",
        "192.0.2.7",
        20880,
        endpoints,
        "DEFAULT",
        true,
        true,
        true,
        new MetadataRevision("r"),
        attributes,
        origin);
  }
}
