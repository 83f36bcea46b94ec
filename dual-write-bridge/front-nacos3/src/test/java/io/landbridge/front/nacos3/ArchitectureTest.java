package io.landbridge.front.nacos3;

import io.landbridge.architecture.Layers;
import io.landbridge.architecture.ModuleArchitecture;
import io.landbridge.architecture.ProjectRules;
import io.landbridge.architecture.ProvenRule;
import java.util.Map;
import java.util.stream.Stream;
import wrong.io.landbridge.front.nacos3.AdministeringFront;
import wrong.io.landbridge.front.nacos3.config.ServingConfigs;
import wrong.io.landbridge.front.nacos3.refusal.AnsweringRefusals;
import wrong.io.landbridge.stray.Stray;

class ArchitectureTest extends ModuleArchitecture {

  private static final Layers LAYERS =
      new Layers()
          // The only place that sees servlets: their package differs between the lines.
          .row(
              "front.nacos3",
              "front.nacos3.config",
              "front.nacos3.refusal",
              "front",
              "front.config",
              "front.poll",
              "front.push",
              "front.forward",
              "host.boot",
              "host.metrics",
              "host.view",
              "plugin",
              "service",
              "service.answer",
              "view.derived",
              "model",
              "java.io",
              "java.lang.reflect",
              "java.time",
              "java.util.concurrent..",
              "jakarta.servlet..",
              "com.fasterxml.jackson.databind..",
              "com.alibaba.nacos..",
              "org.slf4j",
              "org.springframework..")
          .row(
              "front.nacos3.config",
              "front.nacos3.refusal",
              "front",
              "front.config",
              "com.alibaba.nacos..",
              "org.springframework..")
          .row("front.nacos3.refusal", "front", "com.alibaba.nacos..");

  ArchitectureTest() {
    super(ProvenRule.moduleOf(Nacos3Front.class));
  }

  @Override
  protected Stream<ProvenRule> rules() {
    return Stream.of(
            ProjectRules.everywhere(),
            LAYERS.rules(
                Map.of(
                    "front.nacos3", AdministeringFront.class,
                    "front.nacos3.config", ServingConfigs.class,
                    "front.nacos3.refusal", AnsweringRefusals.class)),
            Stream.of(ProvenRule.of(LAYERS.complete(), Stray.class), ProjectRules.silent()))
        .flatMap(rules -> rules);
  }
}
