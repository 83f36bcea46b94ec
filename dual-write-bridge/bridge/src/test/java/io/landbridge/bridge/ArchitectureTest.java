package io.landbridge.bridge;

import io.landbridge.architecture.Layers;
import io.landbridge.architecture.ModuleArchitecture;
import io.landbridge.architecture.ProjectRules;
import io.landbridge.architecture.ProvenRule;
import io.landbridge.bridge.phase.Transition;
import java.util.Map;
import java.util.stream.Stream;
import wrong.io.landbridge.bridge.diff.AskingDiff;
import wrong.io.landbridge.bridge.phase.DatedPhase;
import wrong.io.landbridge.bridge.phase.DifferentPhase;
import wrong.io.landbridge.bridge.stray.Stray;

class ArchitectureTest extends ModuleArchitecture {

  private static final Layers LAYERS =
      new Layers()
          .row("bridge.phase", "model")
          .row("bridge.diff", "registry", "registry.legacy", "model");

  ArchitectureTest() {
    super(ProvenRule.moduleOf(Transition.class));
  }

  @Override
  protected Stream<ProvenRule> rules() {
    return Stream.of(
            ProjectRules.everywhere(),
            LAYERS.rules(
                Map.of("bridge.phase", DifferentPhase.class, "bridge.diff", AskingDiff.class)),
            Stream.of(
                ProvenRule.of(LAYERS.complete(), Stray.class),
                ProjectRules.silent(),
                ProjectRules.pure(DatedPhase.class, "bridge.phase", "bridge.diff")))
        .flatMap(rules -> rules);
  }
}
