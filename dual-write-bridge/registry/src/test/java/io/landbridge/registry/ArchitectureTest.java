package io.landbridge.registry;

import io.landbridge.architecture.Layers;
import io.landbridge.architecture.ModuleArchitecture;
import io.landbridge.architecture.ProjectRules;
import io.landbridge.architecture.ProvenRule;
import java.util.Map;
import java.util.stream.Stream;
import wrong.io.landbridge.registry.HttpPort;
import wrong.io.landbridge.registry.connect.RawProbe;
import wrong.io.landbridge.registry.diff.AskingDiff;
import wrong.io.landbridge.registry.http.AdaptedTransport;
import wrong.io.landbridge.registry.legacy.AdaptedPort;
import wrong.io.landbridge.registry.plugin.RawPlugin;
import wrong.io.landbridge.registry.stray.Stray;

class ArchitectureTest extends ModuleArchitecture {

  private static final String JSON = "com.fasterxml.jackson..";

  private static final Layers LAYERS =
      new Layers()
          .row("registry", "model", "java.time", "java.net")
          .row(
              "registry.http",
              "registry",
              "model",
              "java.time",
              "java.io",
              "java.net",
              "java.nio.file",
              "java.security.cert",
              "java.security.spec",
              "java.time.format",
              "java.util.concurrent..",
              "javax.net.ssl",
              "org.apache.hc.core5..",
              JSON)
          .row("registry.diff", "registry", "registry.legacy", "model")
          .row("registry.legacy", "registry", "model", "java.time")
          .row(
              "registry.nacos1",
              "registry",
              "registry.http",
              "registry.legacy",
              "model",
              "java.time",
              "java.io",
              "java.net",
              "java.util.concurrent..",
              JSON)
          .row("registry.nacos3", "registry", "registry.http", "model", JSON)
          .row("registry.plugin", "admin", "registry", "registry.http", "model", "java.time", JSON)
          .row(
              "registry.connect",
              "registry",
              "registry.http",
              "registry.legacy",
              "registry.nacos1",
              "registry.nacos3",
              "java.net",
              JSON);

  ArchitectureTest() {
    super(ProvenRule.moduleOf(Registry.class));
  }

  @Override
  protected Stream<ProvenRule> rules() {
    return Stream.of(
            ProjectRules.everywhere(),
            LAYERS.rules(
                Map.of(
                    "registry", HttpPort.class,
                    "registry.http", AdaptedTransport.class,
                    "registry.diff", AskingDiff.class,
                    "registry.legacy", AdaptedPort.class,
                    "registry.nacos1", wrong.io.landbridge.registry.nacos1.Sibling.class,
                    "registry.nacos3", wrong.io.landbridge.registry.nacos3.Sibling.class,
                    "registry.plugin", RawPlugin.class,
                    "registry.connect", RawProbe.class)),
            Stream.of(ProvenRule.of(LAYERS.complete(), Stray.class), ProjectRules.silent()))
        .flatMap(rules -> rules);
  }
}
