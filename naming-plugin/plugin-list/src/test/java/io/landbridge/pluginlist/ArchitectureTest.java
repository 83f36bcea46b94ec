package io.landbridge.pluginlist;

import io.landbridge.architecture.Layers;
import io.landbridge.architecture.ModuleArchitecture;
import io.landbridge.architecture.ProjectRules;
import io.landbridge.architecture.ProvenRule;
import java.util.Map;
import java.util.stream.Stream;
import wrong.io.landbridge.pluginlist.CatalogList;
import wrong.io.landbridge.stray.Stray;

class ArchitectureTest extends ModuleArchitecture {

  private static final Layers LAYERS =
      new Layers()
          .row(
              "pluginlist",
              "host.boot",
              "service.answer",
              "java.time",
              "com.alibaba.nacos.api.plugin",
              "com.alibaba.nacos.sys.utils",
              "org.slf4j");

  ArchitectureTest() {
    super(ProvenRule.moduleOf(LandbridgeProvider.class));
  }

  @Override
  protected Stream<ProvenRule> rules() {
    return Stream.of(
            ProjectRules.everywhere(),
            LAYERS.rules(Map.of("pluginlist", CatalogList.class)),
            Stream.of(ProvenRule.of(LAYERS.complete(), Stray.class), ProjectRules.silent()))
        .flatMap(rules -> rules);
  }
}
