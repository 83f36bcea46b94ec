package io.landbridge.host;

import io.landbridge.architecture.Layers;
import io.landbridge.architecture.ModuleArchitecture;
import io.landbridge.architecture.ProjectRules;
import io.landbridge.architecture.ProvenRule;
import io.landbridge.host.symbols.CheckMain;
import java.util.Map;
import java.util.stream.Stream;
import wrong.io.landbridge.host.boot.ServerSlot;
import wrong.io.landbridge.host.config.LoggedConfig;
import wrong.io.landbridge.host.http.ServerApi;
import wrong.io.landbridge.host.lifecycle.CommandingHost;
import wrong.io.landbridge.host.logfile.ServerLogFile;
import wrong.io.landbridge.host.metrics.ServerMetrics;
import wrong.io.landbridge.host.raft.VotingView;
import wrong.io.landbridge.host.registry.CommandingRegistry;
import wrong.io.landbridge.host.symbols.LoggingSymbols;
import wrong.io.landbridge.host.view.LoggedView;
import wrong.io.landbridge.stray.Stray;

class ArchitectureTest extends ModuleArchitecture {

  private static final String SPRING = "org.springframework..";
  private static final String LOG = "org.slf4j";
  private static final String NACOS = "com.alibaba.nacos..";

  /**
   * {@code store} and {@code record} are in no row: the host knows the catalog by its ports. What
   * runs before the symbols are checked has no row with the server's classes.
   */
  private static final Layers LAYERS =
      new Layers()
          .row("host.symbols", "java.io", "java.nio.file")
          .row("host.metrics", "plugin", "io.micrometer.core.instrument", LOG)
          .row(
              "host.logfile",
              "java.io",
              "java.nio.file",
              "java.util.function",
              "ch.qos.logback..",
              LOG)
          .row(
              "host.boot",
              "host.symbols",
              "host.logfile",
              "plugin",
              "service",
              "service.answer",
              "membership",
              "publish",
              "observe",
              "document",
              "view",
              "view.derived",
              "model",
              "java.io",
              "java.lang.reflect",
              "java.nio.file",
              "java.time",
              "java.util.concurrent",
              LOG,
              SPRING)
          .row(
              "host.http",
              "host.boot",
              "admin",
              "console",
              "service",
              "service.answer",
              "state",
              "view.derived",
              "model",
              "java.io",
              "java.util.concurrent",
              "com.fasterxml.jackson..",
              LOG,
              SPRING)
          .row(
              "host.raft",
              "host.logfile",
              "membership",
              "raft",
              "model",
              "java.io",
              "java.nio",
              "java.nio.file",
              "java.time",
              "java.util.concurrent..",
              "com.google.protobuf",
              NACOS,
              "com.alipay.sofa.jraft..",
              LOG)
          .row(
              "host.config",
              "publish",
              "model",
              "java.time",
              "java.util.concurrent..",
              NACOS,
              LOG,
              SPRING)
          .row(
              "host.registry",
              "host.boot",
              "port",
              "service",
              "service.answer",
              "observe.registry",
              "view.derived",
              "model",
              "dubbo",
              "java.time",
              "java.util.concurrent..",
              NACOS,
              LOG,
              SPRING)
          .row(
              "host.view",
              "host.registry",
              "host.boot",
              "port",
              "view.derived",
              "model",
              "java.io",
              "java.lang.reflect",
              "java.nio",
              "java.util.concurrent..",
              "com.fasterxml.jackson.core..",
              "com.fasterxml.jackson.databind..",
              "tools.jackson.core..",
              "tools.jackson.databind..",
              NACOS,
              LOG,
              SPRING)
          .row(
              "host.lifecycle",
              "host.raft",
              "host.config",
              "host.registry",
              "host.view",
              "host.logfile",
              "host.metrics",
              "host.boot",
              "plugin",
              "port",
              "service",
              "service.answer",
              "membership",
              "publish",
              "observe.registry",
              "view.derived",
              "raft",
              "record",
              "model",
              "java.io",
              "java.lang.reflect",
              "java.nio.file",
              "java.time",
              "java.util.concurrent..",
              NACOS,
              "org.aopalliance.intercept",
              LOG,
              SPRING);

  ArchitectureTest() {
    super(ProvenRule.moduleOf(CheckMain.class));
  }

  @Override
  protected Stream<ProvenRule> rules() {
    return Stream.of(
            ProjectRules.everywhere(),
            LAYERS.rules(
                Map.of(
                    "host.symbols", LoggingSymbols.class,
                    "host.metrics", ServerMetrics.class,
                    "host.logfile", ServerLogFile.class,
                    "host.boot", ServerSlot.class,
                    "host.http", ServerApi.class,
                    "host.raft", VotingView.class,
                    "host.config", LoggedConfig.class,
                    "host.registry", CommandingRegistry.class,
                    "host.view", LoggedView.class,
                    "host.lifecycle", CommandingHost.class)),
            Stream.of(
                ProvenRule.of(LAYERS.complete(), Stray.class),
                ProjectRules.silent(CheckMain.class)))
        .flatMap(rules -> rules);
  }
}
