package io.landbridge.bridge;

import io.landbridge.bridge.exports.ExportProgress;
import io.landbridge.bridge.exports.LegacyExport;
import io.landbridge.bridge.imports.ImportProgress;
import io.landbridge.bridge.imports.LegacyImport;
import io.landbridge.bridge.legacy.BridgeConfig;
import io.landbridge.bridge.legacy.BridgeFence;
import io.landbridge.bridge.legacy.LegacyConnection;
import io.landbridge.command.BridgeTerms;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.MemberId;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.LocalInstances;
import io.landbridge.port.NativeServices;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyListener;
import io.landbridge.state.CatalogReader;
import io.landbridge.view.derived.NativeInstance;
import io.landbridge.work.CoalescedTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of the bridge that runs on this member. There is no thread and no connection before the
 * catalog has a bridge.
 */
public final class LegacyBridge implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LegacyBridge.class);

  private static final Duration QUIET = Duration.ofMillis(50);
  private static final Duration MAX_DELAY = Duration.ofMillis(250);
  private static final Duration PERIOD = Duration.ofSeconds(1);

  /** Longer than a request may take. */
  private static final Duration CHANGES = Duration.ofSeconds(15);

  /** A large cluster takes half of one thread at the most. */
  private static final int RESTS = 1;

  private final MemberId self;
  private final ReplicatedLog log;
  private final CatalogReader reader;
  private final Catalog catalog;
  private final NativeServices natives;
  private final LocalInstances local;
  private final BridgeConfig config;
  private final LegacyConnection.Opener opener;
  private final BridgeFence fence = new BridgeFence();

  private volatile boolean suspended;
  private volatile @Nullable Running running;
  private boolean closed;

  private record Running(
      LegacyImport imports,
      CoalescedTask importTask,
      LegacyExport exports,
      CoalescedTask exportTask) {}

  /**
   * Makes it; it does nothing before {@link #start}.
   *
   * @param self this member
   * @param log tells whether this member leads
   * @param reader this member's catalog
   * @param catalog where what is imported is proposed
   * @param natives what is registered in this cluster, by whichever member
   * @param local what this member answers for
   * @param config settings
   * @param opener connects to the legacy cluster
   */
  public LegacyBridge(
      MemberId self,
      ReplicatedLog log,
      CatalogReader reader,
      Catalog catalog,
      NativeServices natives,
      LocalInstances local,
      BridgeConfig config,
      LegacyConnection.Opener opener) {
    this.self = self;
    this.log = log;
    this.reader = reader;
    this.catalog = catalog;
    this.natives = natives;
    this.local = local;
    this.config = config;
    this.opener = opener;
  }

  /** Begins as soon as the catalog has a bridge. */
  public void start() {
    reader.onImport(
        (services, bridge) -> {
          if (bridge) {
            awake();
          }
        });
    awake();
  }

  /**
   * Stops changing anything, in the legacy cluster or in the catalog, or begins again. What this
   * member exported is kept alive: who turns the plugin off does not want to take providers away
   * from consumers. From any thread; when it returns, the changes under way have ended and no other
   * is sent.
   */
  public void suspend(boolean suspend) {
    suspended = suspend;
    awaitChanges();
    Running now = running;
    if (now != null) {
      now.importTask().mark();
      now.exportTask().mark();
    }
  }

  /**
   * Waits until no change of the legacy cluster is under way that was decided before the terms were
   * what they are now.
   */
  void awaitChanges() {
    try {
      if (!fence.awaitChanges(CHANGES)) {
        LOG.warn(
            "Changes to the legacy cluster have been under way for {}; no further changes are sent",
            CHANGES);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awake() {
    Running now = running;
    if (now == null && reader.bridge().epoch() > 0) {
      now = begin();
    }
    if (now != null) {
      now.importTask().mark();
      now.exportTask().mark();
    }
  }

  private synchronized @Nullable Running begin() {
    if (closed || running != null) {
      return running;
    }
    CoalescedTask[] tasks = new CoalescedTask[1];
    LegacyImport imports =
        new LegacyImport(
            self,
            log,
            reader,
            catalog,
            natives,
            config,
            () -> suspended,
            opener,
            fence,
            () -> tasks[0].mark());
    LegacyExport exports =
        new LegacyExport(reader, natives, local, () -> suspended, imports::lookAt, opener, fence);
    tasks[0] =
        new CoalescedTask("landbridge-import", imports::round, QUIET, MAX_DELAY, PERIOD, RESTS);
    CoalescedTask exportTask =
        new CoalescedTask("landbridge-export", exports::round, QUIET, MAX_DELAY, PERIOD, RESTS);
    local.onChange(exportTask::mark);
    reader.onImport((services, bridge) -> exportTask.mark());
    tasks[0].start();
    exportTask.start();
    Running begun = new Running(imports, tasks[0], exports, exportTask);
    running = begun;
    LOG.info("Bridge to a legacy cluster started on this member");
    return begun;
  }

  /**
   * Tries whether there is a 1.x cluster that can be read, from this member.
   *
   * @throws RegistryException if not
   */
  void probe(BridgeTerms terms) throws RegistryException {
    try (LegacyCluster cluster = opener.open(terms, LegacyListener.NONE)) {
      cluster.server();
      cluster.services(NamespaceId.PUBLIC);
    }
  }

  /** How far the import is. */
  ImportProgress imports() {
    Running now = running;
    return now == null ? ImportProgress.NONE : now.imports().progress();
  }

  /**
   * The imported instances that nobody would list, or list as healthy, without the import, for
   * people: a registration here that was not heard of lately is no more than a memory.
   */
  List<String> registeredThereAlone() {
    List<String> alone = new ArrayList<>();
    for (ServiceKey service : List.copyOf(reader.importedServices().keySet())) {
      Map<String, Boolean> here = new HashMap<>();
      for (NativeInstance each : natives.instances(service)) {
        here.merge(each.address(), each.healthy(), Boolean::logicalOr);
      }
      for (ImportedInstance each : reader.imported(service)) {
        @Nullable Boolean healthy = here.get(each.key().ip() + ":" + each.key().port());
        if (healthy == null || (each.ephemeral() && each.healthy() && !healthy)) {
          alone.add(each.key().toString());
        }
      }
    }
    return alone;
  }

  /** How far the export is. */
  ExportProgress exports() {
    Running now = running;
    return now == null ? ExportProgress.NONE : now.exports().progress();
  }

  /** Ends it; what is registered in the legacy cluster stays until another member takes it over. */
  @Override
  public void close() {
    Running now;
    synchronized (this) {
      closed = true;
      now = running;
    }
    if (now != null) {
      now.importTask().close();
      now.exportTask().close();
      now.imports().close();
      now.exports().close();
    }
  }
}
