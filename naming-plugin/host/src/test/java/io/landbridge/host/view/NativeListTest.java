package io.landbridge.host.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the server itself has registered, pushed to more than one subscriber. */
class NativeListTest {

  /** Byte for byte, for each of two subscribers: a client must not see that it was written once. */
  @Property(tries = 300)
  void everySubscriberGetsTheBytesThatTheServerWrites(
      @ForAll("instances") List<Instance> instances, @ForAll Jackson jackson) {
    byte[] expected = jackson.toBytes(of(instances));
    List<Instance> once = ShownInstance.writtenOnce(instances);

    assertThat(once).hasSameSizeAs(instances).allMatch(ShownInstance.class::isInstance);
    for (int subscriber = 0; subscriber < 2; subscriber++) {
      // The server makes a list of its own for each.
      assertThat(jackson.toBytes(of(new ArrayList<>(once)))).isEqualTo(expected);
      assertThat(jackson.toText(of(new ArrayList<>(once))))
          .isEqualTo(new String(expected, StandardCharsets.UTF_8));
    }
  }

  @Provide
  Arbitrary<List<Instance>> instances() {
    Arbitrary<String> texts =
        Arbitraries.strings()
            .withChars("aZ9.:/\"\\\n\t{}é中\u2028 \ud83d\ude00".toCharArray())
            .ofMaxLength(12);
    Arbitrary<String> keys =
        Arbitraries.oneOf(
            texts,
            Arbitraries.of(
                "preserved.heart.beat.interval",
                "preserved.heart.beat.timeout",
                "preserved.ip.delete.timeout",
                "preserved.instance.id.generator"));
    Arbitrary<Map<String, String>> metadata =
        Arbitraries.maps(keys, Arbitraries.oneOf(texts, Arbitraries.of("1000", "30000")))
            .ofMaxSize(5)
            .map(HashMap::new);
    return Combinators.combine(
            texts.injectNull(0.1),
            texts.injectNull(0.1),
            Arbitraries.integers(),
            Arbitraries.doubles(),
            Arbitraries.integers().between(0, 7),
            metadata)
        .as(NativeListTest::instance)
        .list()
        .ofMinSize(1)
        .ofMaxSize(6);
  }

  private static Instance instance(
      @Nullable String id,
      @Nullable String ip,
      int port,
      double weight,
      int flags,
      Map<String, String> metadata) {
    Instance instance = new Instance();
    instance.setInstanceId(id);
    instance.setIp(ip);
    instance.setPort(port);
    instance.setWeight(weight);
    instance.setHealthy((flags & 1) != 0);
    instance.setEnabled((flags & 2) != 0);
    instance.setEphemeral((flags & 4) != 0);
    instance.setClusterName(ip);
    instance.setServiceName(id);
    instance.setMetadata(metadata);
    return instance;
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNoTextIsLeftToTheServer(Jackson jackson) {
    for (Map<String, String> metadata : oddMetadata()) {
      Instance odd = instance("1", "10.0.0.1", 1, 1, 7, metadata);
      List<Instance> list = List.of(odd, instance("2", "10.0.0.2", 1, 1, 7, new HashMap<>()));

      assertThat(ShownInstance.writtenOnce(list)).isSameAs(list);
      assertThat(jackson.toBytes(of(list))).isNotEmpty();
    }
  }

  private static List<Map<String, String>> oddMetadata() {
    Map<String, String> withoutValue = new HashMap<>();
    withoutValue.put("zone", null);
    List<Map<String, String>> all = new ArrayList<>();
    all.add(withoutValue);
    all.add(null);
    return all;
  }

  @Test
  void aKindThatIsNotKnownIsLeftAsItIs() {
    List<Instance> list = List.of(new Instance() {});
    assertThat(ShownInstance.writtenOnce(list)).isSameAs(list);
  }

  @Test
  void aListThatWouldTakeMuchMemoryIsLeftAsItIs() {
    List<Instance> list = new ArrayList<>();
    for (int i = 0; i < 16_385; i++) {
      list.add(instance("1", "10.0.0.1", i, 1, 7, new HashMap<>()));
    }
    assertThat(ShownInstance.writtenOnce(list)).isSameAs(list);
    assertThat(ShownInstance.writtenOnce(list.subList(0, 16_384)))
        .isNotSameAs(list)
        .hasSize(16_384);
  }

  /** Somebody who writes to what he is pushed writes to nothing that the server holds. */
  @Test
  void whatTheServerHoldsIsNotWrittenTo() {
    Instance held = instance("1", "10.0.0.1", 1, 1, 7, new HashMap<>(Map.of("zone", "a")));
    Instance pushed = ShownInstance.writtenOnce(List.of(held)).get(0);

    pushed.getMetadata().put("zone", "b");
    pushed.setWeight(7);

    assertThat(held.getMetadata()).containsExactly(Map.entry("zone", "a"));
    assertThat(held.getWeight()).isEqualTo(1);
  }

  private static ServiceInfo of(List<Instance> hosts) {
    ServiceInfo info = new ServiceInfo("DEFAULT_GROUP@@demo");
    info.setHosts(hosts);
    info.setLastRefTime(1);
    return info;
  }
}
