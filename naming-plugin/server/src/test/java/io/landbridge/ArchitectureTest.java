package io.landbridge;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import io.landbridge.architecture.Layers;
import io.landbridge.architecture.ModuleArchitecture;
import io.landbridge.architecture.ProjectRules;
import io.landbridge.architecture.ProvenRule;
import io.landbridge.plugin.LandbridgePlugin;
import java.util.Map;
import java.util.stream.Stream;
import wrong.io.landbridge.command.LoggedCommand;
import wrong.io.landbridge.document.ProposingDocuments;
import wrong.io.landbridge.document.hessian.ReflectingHessian;
import wrong.io.landbridge.membership.StoringMembership;
import wrong.io.landbridge.observe.StoringObserver;
import wrong.io.landbridge.observe.due.LoggingUnits;
import wrong.io.landbridge.observe.registry.StoringRegistry;
import wrong.io.landbridge.observe.removal.StoringRemoval;
import wrong.io.landbridge.plugin.DatabasePlugin;
import wrong.io.landbridge.port.LoggingPort;
import wrong.io.landbridge.publish.JsonPublisher;
import wrong.io.landbridge.raft.PublishingLog;
import wrong.io.landbridge.record.StoredRecord;
import wrong.io.landbridge.service.DatabaseService;
import wrong.io.landbridge.service.answer.ReadingAnswer;
import wrong.io.landbridge.service.unavailable.CatalogOfNobody;
import wrong.io.landbridge.state.DatedDecision;
import wrong.io.landbridge.state.RawState;
import wrong.io.landbridge.store.ProposingStore;
import wrong.io.landbridge.stray.Stray;
import wrong.io.landbridge.view.ProposingView;
import wrong.io.landbridge.view.derived.ReadingInstances;
import wrong.io.landbridge.work.NamedWork;

class ArchitectureTest extends ModuleArchitecture {

  /** Without what protoc writes, which has a style of its own; only records may see it. */
  private static final String TIME = "java.time..";

  private static final String THREADS = "java.util.concurrent..";
  private static final String LOG = "org.slf4j";

  /** No row has com.alibaba.nacos: the server is known to the host modules alone. */
  private static final Layers LAYERS =
      new Layers()
          .row("work", TIME, THREADS, LOG)
          .row("command", "model", "dubbo")
          .row("state", "command", "model", "model.phase", "dubbo")
          .row(
              "record",
              "record.wire",
              "state",
              "command",
              "model",
              "dubbo",
              "java.nio",
              "javax.crypto..",
              "com.google.protobuf")
          .row(
              "store",
              "record",
              "state",
              "command",
              "model",
              "dubbo",
              "java.io",
              "java.nio..",
              THREADS,
              "org.rocksdb")
          .row(
              "raft",
              "store",
              "record",
              "state",
              "command",
              "model",
              "dubbo",
              "java.io",
              "java.nio..",
              THREADS,
              LOG)
          .row("observe.registry", "model", "dubbo")
          .row("observe.due", "model", "dubbo", THREADS)
          .row("observe.removal", "raft", "state", "command", "model", "work", TIME, THREADS, LOG)
          .row(
              "observe",
              "observe.registry",
              "observe.due",
              "document",
              "raft",
              "state",
              "command",
              "model",
              "dubbo",
              "work",
              TIME,
              THREADS,
              LOG)
          .row("membership", "model", "work", TIME, THREADS, LOG)
          .row(
              "view.derived",
              "model",
              "dubbo",
              // What is written in the same form for many is prepared once, while somebody holds
              // it.
              "java.lang.ref")
          .row(
              "view",
              "view.derived",
              "state",
              "command",
              "model",
              "dubbo",
              "work",
              TIME,
              THREADS,
              LOG,
              "com.google.common.cache")
          .row(
              "publish",
              "raft",
              "state",
              "command",
              "model",
              "dubbo",
              "dubbo.json",
              "work",
              TIME,
              THREADS,
              LOG)
          .row("document.hessian", "java.io")
          .row(
              "document",
              "document.hessian",
              "publish",
              "model",
              "dubbo",
              "dubbo.json",
              "java.io",
              "com.google.common.net",
              "java.net",
              "java.nio",
              "java.nio.channels",
              TIME,
              THREADS,
              LOG,
              "io.grpc",
              "com.google.protobuf")
          .row("port", "view.derived", "model")
          .row("service.answer", "raft", "state", "command", "model", "dubbo")
          .row("service.unavailable", "service", "service.answer", "model", THREADS)
          .row(
              "service",
              "service.answer",
              "port",
              "membership",
              "publish",
              "raft",
              "view.derived",
              "state",
              "command",
              "model",
              "dubbo",
              THREADS)
          .row(
              "plugin",
              "port",
              "service",
              "service.answer",
              "service.unavailable",
              "document",
              "membership",
              "publish",
              "observe",
              "observe.registry",
              "observe.removal",
              "document",
              "view",
              "view.derived",
              "raft",
              "record",
              "store",
              "state",
              "command",
              "model",
              "dubbo",
              "dubbo.json",
              "work",
              "java.io",
              "java.nio.file",
              TIME,
              THREADS,
              LOG);

  private static final Map<String, Class<?>> BROKEN_ROWS =
      Map.ofEntries(
          Map.entry("work", NamedWork.class),
          Map.entry("command", LoggedCommand.class),
          Map.entry("state", RawState.class),
          Map.entry("record", StoredRecord.class),
          Map.entry("store", ProposingStore.class),
          Map.entry("raft", PublishingLog.class),
          Map.entry("port", LoggingPort.class),
          Map.entry("membership", StoringMembership.class),
          Map.entry("observe.registry", StoringRegistry.class),
          Map.entry("observe.due", LoggingUnits.class),
          Map.entry("observe.removal", StoringRemoval.class),
          Map.entry("observe", StoringObserver.class),
          Map.entry("view.derived", ReadingInstances.class),
          Map.entry("view", ProposingView.class),
          Map.entry("publish", JsonPublisher.class),
          Map.entry("document", ProposingDocuments.class),
          Map.entry("document.hessian", ReflectingHessian.class),
          Map.entry("service.answer", ReadingAnswer.class),
          Map.entry("service.unavailable", CatalogOfNobody.class),
          Map.entry("service", DatabaseService.class),
          Map.entry("plugin", DatabasePlugin.class));

  ArchitectureTest() {
    super(
        ProvenRule.moduleOf(LandbridgePlugin.class)
            .that(DescribedPredicate.not(JavaClass.Predicates.resideInAPackage("..record.wire"))));
  }

  @Override
  protected Stream<ProvenRule> rules() {
    return Stream.of(
            ProjectRules.everywhere(),
            LAYERS.rules(BROKEN_ROWS),
            Stream.of(
                ProvenRule.of(LAYERS.complete(), Stray.class),
                ProjectRules.pure(
                    DatedDecision.class, "command", "state", "record", "document.hessian"),
                ProjectRules.silent()))
        .flatMap(rules -> rules);
  }
}
