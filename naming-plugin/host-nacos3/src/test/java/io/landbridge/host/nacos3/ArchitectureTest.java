package io.landbridge.host.nacos3;

import io.landbridge.architecture.Layers;
import io.landbridge.architecture.ModuleArchitecture;
import io.landbridge.architecture.ProjectRules;
import io.landbridge.architecture.ProvenRule;
import java.util.Map;
import java.util.stream.Stream;
import wrong.io.landbridge.host.nacos3.CatalogModule;
import wrong.io.landbridge.stray.Stray;

class ArchitectureTest extends ModuleArchitecture {

  private static final Layers LAYERS =
      new Layers()
          .row(
              "host.nacos3",
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
              "work",
              "java.io",
              "java.lang.reflect",
              "java.time",
              "java.util.concurrent..",
              "com.fasterxml.jackson.databind..",
              "com.alibaba.nacos..",
              "jakarta.servlet..",
              "org.slf4j",
              "org.springframework..");

  ArchitectureTest() {
    super(ProvenRule.moduleOf(Nacos3Module.class));
  }

  @Override
  protected Stream<ProvenRule> rules() {
    return Stream.of(
            ProjectRules.everywhere(),
            LAYERS.rules(Map.of("host.nacos3", CatalogModule.class)),
            Stream.of(ProvenRule.of(LAYERS.complete(), Stray.class), ProjectRules.silent()))
        .flatMap(rules -> rules);
  }
}
