package io.landbridge.bridge.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.bridge.MemoryLegacy;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyListener;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InstanceCountsTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private long now;
  private final MemoryLegacy legacy = new MemoryLegacy();
  private final LegacyCluster cluster = legacy.open(LegacyListener.NONE);
  private final Map<ServiceKey, Integer> known = new HashMap<>();
  private final InstanceCounts counts = new InstanceCounts(() -> now);

  private static ServiceKey service(int number) {
    return new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop%04d".formatted(number));
  }

  private void register(int service, int host) {
    legacy.put(
        service(service),
        new RegisteredInstance("10.0.0." + host, 80, "DEFAULT", 1, true, true, true, Map.of()),
        1);
  }

  private List<ServiceKey> look() throws RegistryException {
    return counts.look(cluster, (service, there) -> known.getOrDefault(service, 0));
  }

  private void everythingWasRead() {
    counts.readAll(List.of(NamespaceId.PUBLIC));
  }

  @Test
  void onlyWhatHasMoreThanIsKnownIsToBeRead() throws Exception {
    everythingWasRead();
    register(1, 1);
    register(2, 1);
    register(3, 1);
    known.put(service(2), 1);
    known.put(service(3), 2);
    known.put(service(4), 1);

    assertThat(look()).containsExactly(service(1));
    known.put(service(1), 1);
    register(2, 2);
    assertThat(look()).containsExactly(service(2));
  }

  @Test
  void whatRemainsIsReadLessAndLessOften() throws Exception {
    everythingWasRead();
    register(1, 1);
    int reads = 0;
    for (; now < 600 * SECOND; now += SECOND) {
      reads += look().size();
    }
    assertThat(reads).isBetween(10, 16);

    register(1, 2);
    assertThat(look()).as("something else").containsExactly(service(1));
    known.put(service(1), 2);
    assertThat(look()).isEmpty();
    known.clear();
    assertThat(look()).as("again").containsExactly(service(1));
  }

  @Test
  void aReadingOfEverythingIsOneOfEach() throws Exception {
    everythingWasRead();
    register(1, 1);
    assertThat(look()).hasSize(1);
    now += SECOND;
    everythingWasRead();
    assertThat(look()).isEmpty();
    now += 2 * SECOND;
    assertThat(look()).hasSize(1);
  }

  @Test
  void someAreReadAtATimeAndThoseFirstThatNeverWere() throws Exception {
    everythingWasRead();
    IntStream.range(0, 120).forEach(each -> register(each, 1));

    assertThat(look()).hasSize(InstanceCounts.AT_ONCE).startsWith(service(0));
    assertThat(counts.fuller()).isEqualTo(120);
    now += SECOND;
    assertThat(look()).hasSize(InstanceCounts.AT_ONCE).startsWith(service(50));
    now += SECOND;
    assertThat(look()).startsWith(service(100)).contains(service(119), service(0));
  }

  @Test
  void howOftenItLooksDependsOnWhatItCosts() throws Exception {
    everythingWasRead();
    assertThat(counts.isDue()).isFalse();
    now += SECOND;
    assertThat(counts.isDue()).isTrue();
    look();
    now += SECOND;
    assertThat(counts.isDue()).isTrue();

    // Ten namespaces with nothing in them: ten requests.
    counts.readAll(IntStream.range(0, 10).mapToObj(i -> NamespaceId.of("n" + i)).toList());
    now += SECOND;
    look();
    now += 4 * SECOND;
    assertThat(counts.isDue()).isFalse();
    now += SECOND;
    assertThat(counts.isDue()).isTrue();

    // A server that takes two seconds.
    everythingWasRead();
    register(1, 1);
    counts.look(
        cluster,
        (service, there) -> {
          now += 2 * SECOND;
          return there;
        });
    now += 7 * SECOND;
    assertThat(counts.isDue()).isFalse();
    now += SECOND;
    assertThat(counts.isDue()).isTrue();
  }

  @Test
  void aListThatCannotBeHadIsAskedForLater() throws Exception {
    everythingWasRead();
    register(1, 1);
    legacy.setFailing(true);
    now += SECOND;
    assertThatThrownBy(this::look).isInstanceOf(RegistryException.class);
    assertThat(counts.isDue()).isFalse();
    legacy.setFailing(false);
    now += SECOND;
    assertThat(counts.isDue()).isTrue();
    assertThat(look()).containsExactly(service(1));
  }
}
