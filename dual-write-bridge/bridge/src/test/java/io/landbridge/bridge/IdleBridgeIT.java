package io.landbridge.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.bridge.legacy.BridgeConfig;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.MemberId;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.LocalInstance;
import io.landbridge.port.LocalInstances;
import io.landbridge.port.NativeServices;
import io.landbridge.raft.CatalogStateMachine;
import io.landbridge.raft.MemoryLog;
import io.landbridge.raft.ProposingCatalog;
import io.landbridge.store.RocksStore;
import io.landbridge.view.derived.NativeInstance;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A bridge in a catalog that has none. By itself, because it looks at the threads of the JVM. */
@Isolated
class IdleBridgeIT {

  private static final MemberId SELF = new MemberId("192.0.2.10:8848");

  @TempDir Path directory;

  private final MemoryLegacy legacy = new MemoryLegacy();
  private final AtomicInteger listeners = new AtomicInteger();

  @Test
  void nothingIsOpenedBeforeThereIsABridge() throws Exception {
    try (RocksStore store = RocksStore.open(directory.resolve("db"))) {
      CatalogStateMachine machine = new CatalogStateMachine(store, (what, cause) -> {});
      MemoryLog log = new MemoryLog(1);
      log.member(0).join(machine);
      ProposingCatalog catalog = new ProposingCatalog(log.member(0));
      try (LegacyBridge bridge =
          new LegacyBridge(
              SELF,
              log.member(0),
              machine.reader(),
              catalog,
              natives(),
              locals(),
              BridgeConfig.DEFAULT,
              (terms, listener) -> legacy.open(listener))) {
        bridge.start();
        BridgeService api =
            new BridgeService(SELF, machine.reader(), catalog, bridge, System::currentTimeMillis);
        assertThat(legacy.opened()).isZero();
        assertThat(listeners).hasValue(0);
        assertThat(Thread.getAllStackTraces().keySet().stream().map(Thread::getName))
            .doesNotContain("landbridge-import", "landbridge-export");
        assertThat(api.status().phase()).isEqualTo(BridgePhase.OFF);
        assertThat(api.status().epoch()).isZero();
      }
    }
  }

  private static NativeServices natives() {
    return new NativeServices() {
      @Override
      public List<NativeInstance> instances(ServiceKey service) {
        return List.of();
      }

      @Override
      public List<ServiceKey> named(NamespaceId namespace, String name) {
        return List.of();
      }

      @Override
      public List<ServiceKey> all() {
        return List.of();
      }
    };
  }

  private LocalInstances locals() {
    return new LocalInstances() {
      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public List<LocalInstance> read() {
        return List.of();
      }

      @Override
      public void onChange(Runnable listener) {
        listeners.incrementAndGet();
      }
    };
  }
}
