package io.landbridge.host.nacos;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import com.alibaba.nacos.common.utils.JacksonUtils;
import io.landbridge.view.SharedMetadata;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ShownInstanceTest {

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

    assertThat(tree(JacksonUtils.toJson(shown))).isEqualTo(tree(JacksonUtils.toJson(plain)));
    assertThat(JacksonUtils.toObj(JacksonUtils.toJson(shown), ServiceInfo.class).getHosts())
        .hasSize(2)
        .allSatisfy(
            each ->
                assertThat(each.getMetadata()).isEqualTo(plain.getHosts().get(0).getMetadata()));
  }

  private static void isWrittenLike(Instance plain, Instance shown) {
    Object expected = tree(JacksonUtils.toJson(plain));
    assertThat(tree(JacksonUtils.toJson(shown))).isEqualTo(expected);
    assertThat(tree(new String(JacksonUtils.toJsonBytes(shown), StandardCharsets.UTF_8)))
        .isEqualTo(expected);
    assertThat(tree(JacksonUtils.transferToJsonNode(shown).toString())).isEqualTo(expected);
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
