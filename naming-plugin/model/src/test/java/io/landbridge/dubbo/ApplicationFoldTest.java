package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.ApplicationFoldResult.Found;
import io.landbridge.dubbo.DocumentAddress.AtProvider;
import io.landbridge.dubbo.DocumentAddress.InConfiguration;
import io.landbridge.dubbo.json.InstanceJsonReader;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.Endpoint;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Origin;
import io.landbridge.model.ServiceKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationFoldTest {

  private static final String HASH = "50ec9d3e516fd7661fe55a3e14c223e8";
  private static final String ENDPOINTS = "[{'port':20881,'protocol':'dubbo'}]";
  private static final String SERVICE = "{'version':'1.0.0','port':'20881','protocol':'dubbo'}";

  private final ApplicationFold fold = new ApplicationFold(new InstanceJsonReader());

  @ParameterizedTest
  @CsvSource({
    "dubbo-3.0.15-all, 20883, dubbo, 1.0.0",
    "dubbo-3.2.16-all, 20882, dubbo, 1.0.0",
    "dubbo-3.3.6-all, 20881, dubbo, 1.0.0",
    "dubbo-3.3.6-instance-local, 20881, dubbo, 1.0.0",
    "dubbo-3.3.6-triple, 50051, tri, 2.0.0"
  })
  void aProviderWithLocalMetadataIsAskedForItsDocument(
      String capture, int port, String protocol, String version) {
    ApplicationFoldResult result = fold.fold(Captures.registrations(capture));

    assertThat(result.losses()).isEmpty();
    Found found = only(result);
    ApplicationInstance instance = found.instance();
    assertThat(instance.endpoints()).containsExactly(new Endpoint(port, protocol));
    assertThat(instance.port()).isEqualTo(port);
    assertThat(instance.origin()).isEqualTo(Origin.NATIVE_APPLICATION);
    assertThat(instance.attributes()).containsOnlyKeys("timestamp");
    assertThat(found.document())
        .isEqualTo(
            new AtProvider(
                instance.application(), instance.revision(), "192.0.2.2", port, protocol, version));
  }

  @Test
  void aProviderWithRemoteMetadataHasItsDocumentInTheConfigurationCentre() {
    Found found = only(fold.fold(Captures.registrations("dubbo-3.3.6-instance-remote")));

    assertThat(found.instance().key().service())
        .isEqualTo(new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "prov-33"));
    assertThat(found.instance().port()).isEqualTo(20881);
    assertThat(found.instance().endpoints())
        .containsExactly(new Endpoint(20881, "dubbo"), new Endpoint(50051, "tri"));
    assertThat(found.document())
        .isEqualTo(
            new InConfiguration(
                new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName("prov-33")),
                new MetadataRevision("c1a083993a2cf3c361f148607a2f8f02")));
  }

  @Test
  void applicationsAndGroupsAreKeptApart() {
    List<Registration> registrations = new ArrayList<>();
    registrations.addAll(Captures.registrations("dubbo-3.3.6-two-applications"));
    registrations.addAll(Captures.registrations("dubbo-3.3.6-remote-all"));

    assertThat(fold.fold(registrations).found())
        .extracting(each -> each.instance().key().toString())
        .containsExactly(
            "public/prov-33@rgrp 192.0.2.2:20881",
            "public/prov-loc@DEFAULT_GROUP 192.0.2.2:20881",
            "public/prov-tri@DEFAULT_GROUP 192.0.2.2:50051");
  }

  @Test
  void theFormatOfDubbo27IsReported() {
    ApplicationFoldResult result = fold.fold(Captures.registrations("dubbo-2.7.23-application"));

    assertThat(result.found()).isEmpty();
    assertThat(result.losses())
        .singleElement()
        .satisfies(
            loss -> {
              assertThat(loss.kind()).isEqualTo(Loss.Kind.OLDER_FORMAT);
              assertThat(loss.service().name()).isEqualTo("prov-27");
              assertThat(loss.address()).isEqualTo("192.0.2.2:20880");
              assertThat(loss.detail()).contains("registry-type=service");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "dubbo.metadata.revision | 821FF643AB3794DF2102AD909206F824 | OLDER_FORMAT",
        "dubbo.metadata-service.url-params | {'dubbo':{'port':'20881'},'rest':{}} | OLDER_FORMAT",
        "dubbo.metadata-service.urls | ['dubbo://192.0.2.2:20881'] | OLDER_FORMAT",
        "dubbo.metadata.revision | 9834592163 | UNPROVEN_REVISION",
        "dubbo.metadata.revision | 0 | NO_SERVICES",
        "dubbo.metadata.revision | ~~ | BAD_REVISION",
        "dubbo.metadata.revision | a\tb | BAD_REVISION",
        "dubbo.endpoints | {} | BAD_ENDPOINTS",
        "dubbo.endpoints | [{'port':20881,'protocol':'du bbo'}] | BAD_ENDPOINTS",
        "dubbo.endpoints | [{'port':0,'protocol':'dubbo'}] | BAD_ENDPOINTS",
        "dubbo.metadata-service.url-params | [] | BAD_METADATA_SERVICE",
        "dubbo.metadata-service.url-params | {'protocol':'dubbo'} | BAD_METADATA_SERVICE",
        "dubbo.metadata-service.url-params | {'port':'20881'} | BAD_METADATA_SERVICE",
        "dubbo.metadata-service.url-params | {'port':'0','protocol':'tri'} | BAD_METADATA_SERVICE",
        "dubbo.metadata-service.url-params | {'port':'-1','protocol':'tri'} | BAD_METADATA_SERVICE"
      })
  void whatCannotBeReadIsReportedAndDisturbsNothingElse(String key, String value, Loss.Kind kind) {
    ApplicationFoldResult result =
        fold.fold(List.of(registration("shop", Map.of()), at("192.0.2.8", Map.of(key, value))));

    assertThat(result.found())
        .extracting(each -> each.instance().ip())
        .containsExactly("192.0.2.7");
    assertThat(result.losses()).extracting(Loss::kind).containsExactly(kind);
    assertThat(result.losses()).extracting(Loss::address).containsExactly("192.0.2.8:20881");
    assertThat(kind.dropped()).isTrue();
  }

  @Test
  void theOlderNameOfTheRevisionIsTheOlderFormat() {
    Registration older =
        with(
            registration("shop", Map.of(MetadataKeys.EXPORTED_SERVICES_REVISION, HASH)),
            metadata -> metadata.remove(MetadataKeys.REVISION));

    assertThat(fold.fold(List.of(older)).losses())
        .extracting(Loss::kind)
        .containsExactly(Loss.Kind.OLDER_FORMAT);
  }

  @Test
  void remoteMetadataWithoutARevisionAreTheOlderFormat() {
    Registration older =
        with(
            registration("shop", Map.of(MetadataKeys.STORAGE_TYPE, "remote")),
            metadata ->
                metadata
                    .keySet()
                    .retainAll(List.of(MetadataKeys.ENDPOINTS, MetadataKeys.STORAGE_TYPE)));

    assertThat(ApplicationFold.isMarked(older.metadata())).isTrue();
    assertThat(fold.fold(List.of(older)).losses())
        .extracting(Loss::kind)
        .containsExactly(Loss.Kind.OLDER_FORMAT);
  }

  @Test
  void aBadNameABadPortAndTooMuchAreReported() {
    Registration good = registration("shop", Map.of());

    ApplicationFoldResult result =
        fold.fold(
            List.of(
                registration("a,b", Map.of()),
                at(good.ip(), 0, good.metadata()),
                registration("shop", Map.of("big", "x".repeat(1 << 20)))));

    assertThat(result.found()).isEmpty();
    assertThat(result.losses())
        .extracting(Loss::kind)
        .containsExactlyInAnyOrder(
            Loss.Kind.BAD_APPLICATION, Loss.Kind.BAD_PORT, Loss.Kind.TOO_LARGE);
  }

  @Test
  void whatIsNotOfTheApplicationLevelIsPassedOverInSilence() {
    Registration springCloud =
        new Registration(
            service("shop"),
            "",
            "192.0.2.9",
            8080,
            "DEFAULT",
            true,
            true,
            true,
            Map.of("preserved.register.source", "SPRING_CLOUD", "version", "v1"));
    Registration derived =
        registration("shop", Map.of(MetadataKeys.DERIVED, Origin.NATIVE_INTERFACE.label()));
    Registration consumer = registration("consumers:demo.Plain::", Map.of());

    assertThat(fold.fold(List.of(springCloud, derived, consumer)))
        .isEqualTo(new ApplicationFoldResult(List.of(), List.of()));
    assertThat(fold.fold(Captures.registrations("dubbo-2.7.23")))
        .isEqualTo(new ApplicationFoldResult(List.of(), List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "local", "composite"})
  void whateverIsNotRemoteIsLocal(String storageType) {
    assertThat(
            only(fold.fold(
                    List.of(at("192.0.2.7", Map.of(MetadataKeys.STORAGE_TYPE, storageType)))))
                .document())
        .isInstanceOf(AtProvider.class);
  }

  @Test
  void withoutEndpointsAndServiceTheInstanceItselfSpeaksDubbo() {
    Registration bare =
        with(
            registration("shop", Map.of(MetadataKeys.REVISION, "made-up")),
            metadata -> metadata.keySet().retainAll(List.of(MetadataKeys.REVISION)));

    Found found = only(fold.fold(List.of(bare)));

    assertThat(found.instance().endpoints()).containsExactly(new Endpoint(20881, "dubbo"));
    assertThat(found.document())
        .isEqualTo(
            new AtProvider(
                found.instance().application(),
                new MetadataRevision("made-up"),
                "192.0.2.7",
                20881,
                "dubbo",
                "1.0.0"));
  }

  @Test
  void withoutEndpointsTheProtocolIsThatOfTheMetadataService() {
    Registration triple =
        registration(
            "shop",
            Map.of(
                MetadataKeys.ENDPOINTS,
                " ",
                MetadataKeys.METADATA_SERVICE_PARAMS,
                "{'port':'50051','protocol':'tri','version':'2.0.0'}"));

    assertThat(only(fold.fold(List.of(triple))).instance().endpoints())
        .containsExactly(new Endpoint(20881, "tri"));
  }

  @Test
  void attributesAreWhatDoesNotSayHowToReadTheInstance() {
    Map<String, String> own =
        Map.of("timestamp", "1795176578886", "dubbo.tag", "gray", "weight", "7", "zone", "eu");
    Map<String, String> plumbing =
        Map.of(
            "meta-v",
            "2.0.0",
            "dubbo.metadata.cluster",
            "c",
            "preserved.heart.beat.interval",
            "5000");

    assertThat(only(fold.fold(List.of(registration("shop", join(own, plumbing))))).instance())
        .extracting(ApplicationInstance::attributes)
        .isEqualTo(own);
  }

  @ParameterizedTest
  @CsvSource({
    "true, , , true",
    "false, , , false",
    "false, true, , false",
    "true, true, , true",
    "true, false, , false",
    "true, no, , false",
    "true, , true, false",
    "true, , false, true",
    "true, false, false, true"
  })
  void anInstanceIsDisabledInNacosOrInItsMetadata(
      boolean nacos, String enabled, String disabled, boolean expected) {
    Map<String, String> metadata = new TreeMap<>();
    if (enabled != null) {
      metadata.put("enabled", enabled);
    }
    if (disabled != null) {
      metadata.put("disabled", disabled);
    }
    Registration plain = registration("shop", metadata);

    ApplicationInstance instance =
        only(fold.fold(
                List.of(
                    new Registration(
                        plain.service(),
                        "",
                        plain.ip(),
                        plain.port(),
                        "DEFAULT",
                        true,
                        nacos,
                        true,
                        plain.metadata()))))
            .instance();

    assertThat(instance.enabled()).isEqualTo(expected);
    assertThat(instance.attributes()).isEqualTo(metadata);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anInstanceStaysWhenItsRegistrationDoes(boolean ephemeral) {
    Registration plain = registration("shop", Map.of());

    ApplicationInstance instance =
        only(fold.fold(
                List.of(
                    new Registration(
                        plain.service(),
                        "",
                        plain.ip(),
                        plain.port(),
                        "DEFAULT",
                        true,
                        true,
                        ephemeral,
                        plain.metadata()))))
            .instance();

    assertThat(instance.ephemeral()).isEqualTo(ephemeral);
  }

  @Test
  void ofTwoProcessesAtOneAddressTheLaterOneIsShown() {
    ApplicationFoldResult result =
        fold.fold(
            List.of(
                registration("shop", Map.of("timestamp", "1795176599999")),
                registration("shop", Map.of("timestamp", "1795176524665"))));

    assertThat(only(result).instance().attributes()).containsEntry("timestamp", "1795176599999");
    assertThat(result.losses()).extracting(Loss::kind).containsExactly(Loss.Kind.CONFLICT);
  }

  @Test
  void ofTwoClustersAlwaysTheSameOneIsShown() {
    Registration one = registration("shop", Map.of());
    Registration other = copy(one, "", "EAST", true);

    ApplicationFoldResult result = fold.fold(List.of(one, other));

    assertThat(fold.fold(List.of(other, one))).isEqualTo(result);
    assertThat(result.losses()).extracting(Loss::kind).containsExactly(Loss.Kind.CONFLICT);
  }

  @Test
  void thePersistentTwinOfAnInstanceIsNoConflict() {
    Registration plain = registration("shop", Map.of());
    Registration twin = copy(plain, "c2", "DEFAULT", false);

    assertThat(fold.fold(List.of(plain, twin))).isEqualTo(fold.fold(List.of(plain)));
  }

  @Property(tries = 300)
  void nothingIsTooOddAndTheOrderDoesNotMatter(
      @ForAll("oddities") List<Registration> registrations, @ForAll Random random) {
    ApplicationFoldResult result = fold.fold(registrations);

    List<Registration> shuffled = new ArrayList<>(registrations);
    Collections.shuffle(shuffled, random);

    assertThat(fold.fold(shuffled)).isEqualTo(result);
    assertThat(result.losses())
        .allSatisfy(
            loss ->
                assertThat(loss.detail())
                    .hasSizeLessThan(600)
                    .matches(text -> text.chars().noneMatch(Character::isISOControl)));
  }

  @Provide
  Arbitrary<List<Registration>> oddities() {
    Arbitrary<String> values =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(20),
            Arbitraries.of(HASH, "0", "remote", "local", "false", "true", "7"),
            Arbitraries.of(ENDPOINTS, SERVICE, "[]", "{}", "{'dubbo':{}}", "[{'port':7}]")
                .map(ApplicationFoldTest::json));
    Arbitrary<Map<String, String>> metadata =
        Arbitraries.maps(
                Arbitraries.of(
                    MetadataKeys.REVISION,
                    MetadataKeys.EXPORTED_SERVICES_REVISION,
                    MetadataKeys.STORAGE_TYPE,
                    MetadataKeys.ENDPOINTS,
                    MetadataKeys.METADATA_SERVICE_PARAMS,
                    MetadataKeys.METADATA_SERVICE_URLS,
                    MetadataKeys.TIMESTAMP,
                    MetadataKeys.ENABLED,
                    MetadataKeys.DISABLED),
                values)
            .ofMaxSize(6);
    Arbitrary<String> names =
        Arbitraries.oneOf(
            Arbitraries.of("shop", "cart", "providers:demo.Plain::", "a,b"),
            Arbitraries.strings().ofMaxLength(8));
    return Combinators.combine(
            names, Arbitraries.integers().between(-1, 3), metadata, Arbitraries.of(true, false))
        .as(
            (name, port, keys, flag) ->
                new Registration(
                    service(name),
                    flag ? "c" : "",
                    "192.0.2.7",
                    port,
                    flag ? "A" : "B",
                    flag,
                    !flag,
                    true,
                    keys))
        .list()
        .ofMaxSize(8);
  }

  private static Found only(ApplicationFoldResult result) {
    assertThat(result.found()).hasSize(1);
    return result.found().get(0);
  }

  private static Registration registration(String name, Map<String, String> changes) {
    return registration(name, "192.0.2.7", 20881, changes);
  }

  private static Registration at(String ip, Map<String, String> changes) {
    return registration("shop", ip, 20881, changes);
  }

  private static Registration at(String ip, int port, Map<String, String> changes) {
    return registration("shop", ip, port, changes);
  }

  private static Registration registration(
      String name, String ip, int port, Map<String, String> changes) {
    Map<String, String> metadata =
        new TreeMap<>(
            Map.of(
                MetadataKeys.REVISION,
                HASH,
                MetadataKeys.STORAGE_TYPE,
                "local",
                MetadataKeys.ENDPOINTS,
                ENDPOINTS,
                MetadataKeys.METADATA_SERVICE_PARAMS,
                SERVICE));
    metadata.putAll(changes);
    metadata.replaceAll((key, value) -> json(value));
    return new Registration(service(name), "", ip, port, "DEFAULT", true, true, true, metadata);
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  private static Registration with(
      Registration registration, Consumer<Map<String, String>> change) {
    Map<String, String> metadata = new TreeMap<>(registration.metadata());
    change.accept(metadata);
    return new Registration(
        registration.service(),
        registration.client(),
        registration.ip(),
        registration.port(),
        registration.cluster(),
        registration.healthy(),
        registration.enabled(),
        registration.ephemeral(),
        metadata);
  }

  private static Registration copy(
      Registration registration, String client, String cluster, boolean ephemeral) {
    return new Registration(
        registration.service(),
        client,
        registration.ip(),
        registration.port(),
        cluster,
        true,
        true,
        ephemeral,
        registration.metadata());
  }

  private static ServiceKey service(String name) {
    return new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", name);
  }

  private static Map<String, String> join(Map<String, String> one, Map<String, String> other) {
    Map<String, String> both = new TreeMap<>(one);
    both.putAll(other);
    return both;
  }

  @ParameterizedTest
  @CsvSource({
    "'', true",
    "management.port=8081, true",
    "preserved.register.source=SPRING_CLOUD, true",
    "preserved.register.source=SPRING_CLOUD;dubbo.metadata.revision=abc, true",
    "dubbo.metadata.revision=abc;dubbo.metadata-service.urls=[], true",
    "preserved.register.source=DUBBO;dubbo.metadata.revision=abc, false",
    "dubbo.metadata.revision=abc, false",
    "dubbo.exported-services.revision=abc, false",
    "dubbo.endpoints=[], false",
    "landbridge.origin=native-interface, false"
  })
  void whatSharesTheNameOfAnApplicationAndIsNotDubbosIsForeign(String metadata, boolean expected) {
    Map<String, String> all = new HashMap<>();
    for (String each : metadata.split(";")) {
      if (!each.isEmpty()) {
        all.put(each.split("=")[0], each.split("=")[1]);
      }
    }

    assertThat(ApplicationFold.isForeign(all)).isEqualTo(expected);
  }
}
