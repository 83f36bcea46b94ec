package io.landbridge.host.nacos2;

import io.landbridge.architecture.Layers;
import io.landbridge.architecture.ModuleArchitecture;
import io.landbridge.architecture.ProjectRules;
import io.landbridge.architecture.ProvenRule;
import java.util.Map;
import java.util.stream.Stream;
import wrong.io.landbridge.host.nacos2.CatalogModule;
import wrong.io.landbridge.stray.Stray;

class ArchitectureTest extends ModuleArchitecture {

  private static final Layers LAYERS =
      new Layers()
          .row(
              "host.nacos2",
              "host.lifecycle",
              "host.config",
              "host.registry",
              "host.view",
              "host.http",
              "admin",
              "host.boot",
              "plugin",
              "view.derived",
              "model",
              "java.io",
              "java.lang.reflect",
              "java.sql",
              "com.fasterxml.jackson.databind..",
              "com.alibaba.nacos..",
              "javax.servlet..",
              "org.slf4j",
              "org.springframework..");

  ArchitectureTest() {
    super(ProvenRule.moduleOf(Nacos2Module.class));
  }

  @Override
  protected Stream<ProvenRule> rules() {
    return Stream.of(
            ProjectRules.everywhere(),
            LAYERS.rules(Map.of("host.nacos2", CatalogModule.class)),
            Stream.of(ProvenRule.of(LAYERS.complete(), Stray.class), ProjectRules.silent()))
        .flatMap(rules -> rules);
  }
}
