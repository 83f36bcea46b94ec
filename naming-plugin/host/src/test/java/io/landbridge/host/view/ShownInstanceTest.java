package io.landbridge.host.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import com.alibaba.nacos.common.utils.JacksonUtils;
import io.landbridge.view.derived.SharedMetadata;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ShownInstanceTest {

  /** What it is written with. */
  Jackson jackson() {
    return Jackson.TWO;
  }

  private static final Map<String, String> METADATA =
      Map.of("interface", "demo.Orders", "pid", "7", "preserved.heart.beat.interval", "1000");

  @Test
  void everyChangeIsWritten() {
    List<Consumer<Instance>> changes =
        List.of(
            instance -> {},
            instance -> instance.setInstanceId("id"),
            instance -> instance.setIp("10.0.0.9"),
            instance -> instance.setPort(1),
            instance -> instance.setWeight(2.5),
            instance -> instance.setHealthy(false),
            instance -> instance.setEnabled(false),
            instance -> instance.setEphemeral(false),
            instance -> instance.setClusterName("one"),
            instance -> instance.setServiceName("two"),
            instance -> instance.addMetadata("three", "\"3\""),
            instance -> instance.getMetadata().remove("pid"),
            instance -> instance.getMetadata().put("pid", "8"),
            instance -> instance.setMetadata(Map.of("four", "4")));
    Instance shown = fill(new ShownInstance());
    Instance plain = fill(new Instance());

    for (Consumer<Instance> change : changes) {
      change.accept(shown);
      change.accept(plain);
      // Twice: what was kept of the first time must not be what it was before the change.
      isWrittenLike(plain, shown);
      isWrittenLike(plain, shown);
    }
  }

  @Test
  void itIsWrittenInsideOfAPush() {
    ServiceInfo shown = new ServiceInfo("DEFAULT_GROUP@@demo");
    shown.setHosts(List.of(fill(new ShownInstance()), fill(new ShownInstance())));
    ServiceInfo plain = new ServiceInfo("DEFAULT_GROUP@@demo");
    plain.setHosts(List.of(fill(new Instance()), fill(new Instance())));

    assertThat(tree(jackson().toText(shown))).isEqualTo(tree(jackson().toText(plain)));
    assertThat(JacksonUtils.toObj(jackson().toText(shown), ServiceInfo.class).getHosts())
        .hasSize(2)
        .allSatisfy(
            each ->
                assertThat(each.getMetadata()).isEqualTo(plain.getHosts().get(0).getMetadata()));
  }

  @Test
  void aListIsWrittenAsAWholeAndOnlyAsLongAsNothingOfItChanges() {
    ServiceInfo shown = of(fill(new ShownInstance()), fill(new ShownInstance()), named("10.0.0.3"));
    ServiceInfo plain = of(fill(new Instance()), fill(new Instance()), plain("10.0.0.3"));
    areWrittenLike(plain, shown);

    Instance last = shown.getHosts().get(2);
    last.setWeight(7);
    plain.getHosts().get(2).setWeight(7);
    areWrittenLike(plain, shown);
    last.getMetadata().put("pid", "9");
    plain.getHosts().get(2).getMetadata().put("pid", "9");
    areWrittenLike(plain, shown);
  }

  @Test
  void whoIsToldOfAPartIsToldOfThatPart() {
    List<Instance> shown =
        List.of(named("10.0.0.1"), named("10.0.0.2"), named("10.0.0.3"), named("10.0.0.4"));
    List<Instance> plain =
        List.of(plain("10.0.0.1"), plain("10.0.0.2"), plain("10.0.0.3"), plain("10.0.0.4"));
    for (int from = 0; from < 4; from++) {
      for (int to = from; to <= 4; to++) {
        areWrittenLike(
            of(plain.subList(from, to).toArray(Instance[]::new)),
            of(shown.subList(from, to).toArray(Instance[]::new)));
      }
    }
    areWrittenLike(
        of(plain.get(0), plain.get(2), plain.get(1)), of(shown.get(0), shown.get(2), shown.get(1)));
    areWrittenLike(
        of(plain.get(0), plain.get(1), plain.get(0)), of(shown.get(0), shown.get(1), shown.get(0)));
  }

  @Test
  void othersInTheSameListAreWrittenAmongThem() {
    areWrittenLike(
        of(plain("10.0.0.1"), plain("10.0.0.2"), plain("10.0.0.3")),
        of(named("10.0.0.1"), plain("10.0.0.2"), named("10.0.0.3")));
    areWrittenLike(
        of(plain("10.0.0.1"), plain("10.0.0.2"), plain("10.0.0.3")),
        of(plain("10.0.0.1"), named("10.0.0.2"), named("10.0.0.3")));
  }

  @Test
  void oneListMayBeWrittenTwiceInOneDocument() {
    ServiceInfo shown = of(named("10.0.0.1"), named("10.0.0.2"), named("10.0.0.3"));
    ServiceInfo plain = of(plain("10.0.0.1"), plain("10.0.0.2"), plain("10.0.0.3"));
    assertThat(tree(jackson().toText(List.of(shown, shown, plain))))
        .isEqualTo(tree(jackson().toText(List.of(plain, plain, plain))));
    shown.getHosts().get(1).setPort(1);
    plain.getHosts().get(1).setPort(1);
    assertThat(tree(jackson().toText(List.of(shown, shown))))
        .isEqualTo(tree(jackson().toText(List.of(plain, plain))));
  }

  @Test
  void theSecondSubscriberCostsNoSecondWriting() {
    AtomicInteger reads = new AtomicInteger();
    ServiceInfo shown = of(counted(reads), counted(reads));
    byte[] first = jackson().toBytes(shown);
    int once = reads.get();
    ServiceInfo again = new ServiceInfo("DEFAULT_GROUP@@demo");
    again.setHosts(new LinkedList<>(shown.getHosts()));
    again.setLastRefTime(shown.getLastRefTime());

    assertThat(jackson().toBytes(again)).isEqualTo(first);
    assertThat(once).isPositive();
    assertThat(reads).hasValue(once);
  }

  private static Instance counted(AtomicInteger reads) {
    Map<String, String> own = new HashMap<>(Map.of("zone", "a"));
    Instance instance = fill(new ShownInstance());
    instance.setMetadata(
        new MergedMetadata(
            SharedMetadata.of(METADATA),
            new AbstractMap<>() {
              @Override
              public Set<Entry<String, String>> entrySet() {
                reads.incrementAndGet();
                return own.entrySet();
              }
            }));
    return instance;
  }

  private static ServiceInfo of(Instance... instances) {
    ServiceInfo info = new ServiceInfo("DEFAULT_GROUP@@demo");
    info.setHosts(List.of(instances));
    return info;
  }

  private static Instance named(String ip) {
    Instance instance = fill(new ShownInstance());
    instance.setIp(ip);
    return instance;
  }

  private static Instance plain(String ip) {
    Instance instance = fill(new Instance());
    instance.setIp(ip);
    return instance;
  }

  /** As each of two subscribers, in text and in bytes. */
  private void areWrittenLike(ServiceInfo plain, ServiceInfo shown) {
    Object expected = tree(jackson().toText(plain));
    for (int subscriber = 0; subscriber < 2; subscriber++) {
      assertThat(tree(jackson().toText(shown))).isEqualTo(expected);
      assertThat(tree(new String(jackson().toBytes(shown), StandardCharsets.UTF_8)))
          .isEqualTo(expected);
      assertThat(tree(jackson().toTree(shown))).isEqualTo(expected);
    }
  }

  private void isWrittenLike(Instance plain, Instance shown) {
    Object expected = tree(jackson().toText(plain));
    assertThat(tree(jackson().toText(shown))).isEqualTo(expected);
    assertThat(tree(new String(jackson().toBytes(shown), StandardCharsets.UTF_8)))
        .isEqualTo(expected);
    assertThat(tree(jackson().toTree(shown))).isEqualTo(expected);
  }

  private static Object tree(String json) {
    return JacksonUtils.toObj(json);
  }

  private static Instance fill(Instance instance) {
    instance.setIp("10.0.0.1");
    instance.setPort(20880);
    instance.setMetadata(new MergedMetadata(SharedMetadata.of(METADATA), Map.of("zone", "a")));
    return instance;
  }
}
