package io.landbridge.admin;

import io.landbridge.architecture.Layers;
import io.landbridge.architecture.ModuleArchitecture;
import io.landbridge.architecture.ProjectRules;
import io.landbridge.architecture.ProvenRule;
import java.util.Map;
import java.util.stream.Stream;
import wrong.io.landbridge.admin.ServedEndpoint;
import wrong.io.landbridge.stray.Stray;

class ArchitectureTest extends ModuleArchitecture {

  private static final Layers LAYERS = new Layers().row("admin");

  ArchitectureTest() {
    super(ProvenRule.moduleOf(AdminEndpoint.class));
  }

  @Override
  protected Stream<ProvenRule> rules() {
    return Stream.of(
            ProjectRules.everywhere(),
            LAYERS.rules(Map.of("admin", ServedEndpoint.class)),
            Stream.of(ProvenRule.of(LAYERS.complete(), Stray.class), ProjectRules.silent()))
        .flatMap(rules -> rules);
  }
}
