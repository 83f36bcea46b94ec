package io.landbridge.bridge.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.bridge.MemoryLegacy;
import io.landbridge.bridge.legacy.BridgeFence.SupersededException;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyListener;
import io.landbridge.registry.legacy.LegacyRegistration;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class BridgeFenceTest {

  private static final ServiceKey SERVICE =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "orders");
  private static final RegisteredInstance INSTANCE =
      new RegisteredInstance("10.0.0.1", 80, "DEFAULT", 1, true, true, true, new TreeMap<>());

  private final BridgeFence fence = new BridgeFence();
  private final MemoryLegacy legacy = new MemoryLegacy();
  private final AtomicBoolean holds = new AtomicBoolean(true);
  private final LegacyCluster cluster = fence.guard(legacy.open(LegacyListener.NONE), holds::get);

  @Test
  void everyKindOfChangeStopsWithTheRound() throws Exception {
    cluster.register(SERVICE, INSTANCE);
    holds.set(false);
    assertThatThrownBy(() -> cluster.register(SERVICE, INSTANCE))
        .isInstanceOf(SupersededException.class);
    assertThatThrownBy(
            () -> cluster.registerAll(List.of(new LegacyRegistration(SERVICE, INSTANCE))))
        .isInstanceOf(SupersededException.class);
    assertThatThrownBy(() -> cluster.update(SERVICE, INSTANCE))
        .isInstanceOf(SupersededException.class);
    assertThatThrownBy(() -> cluster.deregister(SERVICE, INSTANCE))
        .isInstanceOf(SupersededException.class);
    assertThatThrownBy(() -> cluster.health(SERVICE, INSTANCE, false))
        .isInstanceOf(SupersededException.class);
    assertThat(legacy.of(SERVICE)).containsExactly(INSTANCE);
  }

  @Test
  void readsAndBeatsPass() throws Exception {
    cluster.register(SERVICE, INSTANCE);
    holds.set(false);
    assertThat(cluster.beat(SERVICE, INSTANCE).known()).isTrue();
    assertThat(cluster.instances(SERVICE).instances()).hasSize(1);
  }

  @Test
  void waitingEndsWithTheChangesUnderWay() throws Exception {
    CountDownLatch sent = new CountDownLatch(1);
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    CompletableFuture<Boolean> change =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return fence.change(
                    () -> true,
                    () -> {
                      sent.countDown();
                      return answer.join();
                    });
              } catch (RegistryException e) {
                throw new IllegalStateException(e);
              }
            });
    sent.await();
    assertThat(fence.awaitChanges(Duration.ofMillis(20))).isFalse();
    answer.complete(true);
    assertThat(fence.awaitChanges(Duration.ofSeconds(30))).isTrue();
    assertThat(change.get()).isTrue();
  }
}
