package io.landbridge;

import io.landbridge.architecture.Layers;
import io.landbridge.architecture.ModuleArchitecture;
import io.landbridge.architecture.ProjectRules;
import io.landbridge.architecture.ProvenRule;
import io.landbridge.model.ServiceKey;
import java.util.Map;
import java.util.stream.Stream;
import wrong.io.landbridge.dubbo.FileReader;
import wrong.io.landbridge.dubbo.json.Fetcher;
import wrong.io.landbridge.model.ClockReader;
import wrong.io.landbridge.model.JsonValue;
import wrong.io.landbridge.model.phase.FoldingPhase;
import wrong.io.landbridge.stray.Stray;

class ArchitectureTest extends ModuleArchitecture {

  private static final Layers LAYERS =
      new Layers()
          .row("model")
          .row("model.phase", "model")
          .row("dubbo", "model")
          .row("dubbo.json", "dubbo", "model", "java.io", "com.fasterxml.jackson..");

  private static final Map<String, Class<?>> BROKEN_ROWS =
      Map.of(
          "model",
          JsonValue.class,
          "model.phase",
          FoldingPhase.class,
          "dubbo",
          FileReader.class,
          "dubbo.json",
          Fetcher.class);

  ArchitectureTest() {
    super(ProvenRule.moduleOf(ServiceKey.class));
  }

  @Override
  protected Stream<ProvenRule> rules() {
    return Stream.of(
            ProjectRules.everywhere(),
            LAYERS.rules(BROKEN_ROWS),
            Stream.of(
                ProvenRule.of(LAYERS.complete(), Stray.class),
                ProjectRules.pure(ClockReader.class, "model", "model.phase", "dubbo", "dubbo.json"),
                ProjectRules.silent()))
        .flatMap(rules -> rules);
  }
}
