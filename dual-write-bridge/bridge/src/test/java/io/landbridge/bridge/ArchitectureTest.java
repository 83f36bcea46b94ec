package io.landbridge.bridge;

import io.landbridge.architecture.Layers;
import io.landbridge.architecture.ModuleArchitecture;
import io.landbridge.architecture.ProjectRules;
import io.landbridge.architecture.ProvenRule;
import java.util.Map;
import java.util.stream.Stream;
import wrong.io.landbridge.bridge.StoringBridge;
import wrong.io.landbridge.bridge.exports.ImportingExports;
import wrong.io.landbridge.bridge.imports.RunningImports;
import wrong.io.landbridge.bridge.legacy.ProposingConnection;
import wrong.io.landbridge.bridge.stray.Stray;

class ArchitectureTest extends ModuleArchitecture {

  private static final String TIME = "java.time..";
  private static final String THREADS = "java.util.concurrent..";
  private static final String LOG = "org.slf4j";

  /** Of the plugin, the bridge knows the ports, the commands and what the catalog tells. */
  private static final Layers LAYERS =
      new Layers()
          .row(
              "bridge.legacy",
              "registry",
              "registry.legacy",
              "command",
              "model",
              TIME,
              THREADS,
              LOG)
          .row(
              "bridge.imports",
              "bridge.legacy",
              "registry",
              "registry.diff",
              "registry.legacy",
              "port",
              "service.answer",
              "raft",
              "view.derived",
              "state",
              "command",
              "model",
              "work",
              TIME,
              THREADS,
              LOG)
          .row(
              "bridge.exports",
              "bridge.legacy",
              "registry",
              "registry.legacy",
              "port",
              "view.derived",
              "state",
              "command",
              "model",
              "work",
              TIME,
              THREADS,
              LOG)
          .row(
              "bridge",
              "bridge.imports",
              "bridge.exports",
              "bridge.legacy",
              "registry",
              "registry.connect",
              "registry.legacy",
              "plugin",
              "port",
              "service",
              "service.answer",
              "raft",
              "view.derived",
              "state",
              "command",
              "model",
              "work",
              "java.io",
              "java.nio.file",
              TIME,
              THREADS,
              LOG);

  ArchitectureTest() {
    super(ProvenRule.moduleOf(BridgeProvider.class));
  }

  @Override
  protected Stream<ProvenRule> rules() {
    return Stream.of(
            ProjectRules.everywhere(),
            LAYERS.rules(
                Map.of(
                    "bridge", StoringBridge.class,
                    "bridge.imports", RunningImports.class,
                    "bridge.exports", ImportingExports.class,
                    "bridge.legacy", ProposingConnection.class)),
            Stream.of(ProvenRule.of(LAYERS.complete(), Stray.class), ProjectRules.silent()))
        .flatMap(rules -> rules);
  }
}
