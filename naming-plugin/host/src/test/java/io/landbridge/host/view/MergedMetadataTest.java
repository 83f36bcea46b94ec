package io.landbridge.host.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.common.utils.JacksonUtils;
import io.landbridge.view.derived.SharedMetadata;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MergedMetadataTest {

  /** What it is written with. */
  Jackson jackson() {
    return Jackson.TWO;
  }

  private static final Map<String, String> COMMON =
      Map.of("interface", "demo.Orders", "odd", "\"a\"\\b\u00e9\n", "timestamp", "");

  private final SharedMetadata common = SharedMetadata.of(COMMON);

  @Test
  void isWrittenAsTheServerWritesAnyOther() throws Exception {
    for (Map<String, String> own :
        List.<Map<String, String>>of(
            Map.of(), Map.of("pid", "7"), Map.of("timestamp", "1795176524665"))) {
      Instance merged = instance(new MergedMetadata(common, own));
      Map<String, String> all = new HashMap<>(COMMON);
      all.putAll(own);
      Instance plain = instance(all);

      assertThat(merged.getMetadata()).isEqualTo(all);
      assertThat(merged).isEqualTo(plain);
      for (Instance each : new Instance[] {instance(new MergedMetadata(common, own)), merged}) {
        assertThat(JacksonUtils.toObj(jackson().toText(each))).isEqualTo(tree(plain));
        assertThat(JacksonUtils.toObj(new String(jackson().toBytes(each), StandardCharsets.UTF_8)))
            .isEqualTo(tree(plain));
        assertThat(JacksonUtils.toObj(jackson().toTree(each))).isEqualTo(tree(plain));
      }
    }
  }

  @Test
  void whatIsCommonIsPreparedOnceForAll() {
    assertThat(jackson().toText(new MergedMetadata(common, Map.of("pid", "7"))))
        .startsWith("{\"pid\":\"7\",");
    Object prepared = common.form(Object.class, texts -> "never made");

    jackson().toText(new MergedMetadata(common, Map.of("pid", "8")));

    assertThat(common.form(Object.class, texts -> "never made")).isSameAs(prepared);
    assertThat(prepared).isNotEqualTo("never made");
  }

  @Test
  void whoWritesToItChangesItForHimselfAlone() {
    MergedMetadata one = new MergedMetadata(common, Map.of("pid", "7"));
    MergedMetadata other = new MergedMetadata(common, Map.of("pid", "8"));

    one.put("interface", "demo.Stock");
    one.remove("odd");

    assertThat(one)
        .isEqualTo(Map.of("interface", "demo.Stock", "timestamp", "", "pid", "7"))
        .doesNotContainKey("odd");
    assertThat(JacksonUtils.toObj(jackson().toText(one)))
        .isEqualTo(JacksonUtils.toObj(jackson().toText(new HashMap<>(one))));
    assertThat(other.get("interface")).isEqualTo("demo.Orders");
    assertThat(other.get(null)).isNull();
    assertThat(COMMON).containsKey("odd");
  }

  private static Instance instance(Map<String, String> metadata) {
    Instance instance = new Instance();
    instance.setIp("10.0.0.1");
    instance.setPort(20880);
    instance.setMetadata(metadata);
    return instance;
  }

  private Object tree(Instance instance) {
    return JacksonUtils.toObj(jackson().toText(instance));
  }
}
