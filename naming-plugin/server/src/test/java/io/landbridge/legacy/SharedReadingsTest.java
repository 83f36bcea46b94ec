package io.landbridge.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Attempt;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.LegacyPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SharedReadingsTest {

  private static final LegacyPart A = part("a");
  private static final LegacyPart B = part("b");
  private static final LegacyPart C = part("c");

  private final AtomicLong now = new AtomicLong(5);
  private final List<List<LegacyPart>> asked = new ArrayList<>();
  private final SharedReadings readings = new SharedReadings(this::read, now::get);

  private static LegacyPart part(String label) {
    return new LegacyPart(new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "orders"), label);
  }

  /** What a reading is does not matter, but which one it is. */
  private List<Attempt<LegacyReading>> read(List<LegacyPart> parts) {
    asked.add(parts);
    return parts.stream().map(each -> failed(each.label())).toList();
  }

  private static Attempt<LegacyReading> failed(String what) {
    return new Attempt<>(
        Optional.empty(),
        Optional.of(
            new RegistryException(RegistryException.Kind.REFUSED, what, "here", "nothing")));
  }

  private void pass(int millis) {
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private String of(LegacyPart part) {
    return readings.of(part).failure().orElseThrow().what();
  }

  @Test
  void whoLooksRightAfterAnotherDoesNotAskAgain() {
    assertThat(of(A)).isEqualTo("a");
    pass(100);
    assertThat(of(A)).isEqualTo("a");
    assertThat(of(B)).isEqualTo("b");
    assertThat(asked).containsExactly(List.of(A), List.of(B));

    pass(1);
    assertThat(of(A)).isEqualTo("a");
    assertThat(asked).hasSize(3).last().isEqualTo(List.of(A));
  }

  @Test
  void whatIsLookedIntoNextIsAskedForTogetherAndOnce() {
    readings.fetch(List.of(A, B, A));
    assertThat(of(B)).isEqualTo("b");
    assertThat(of(A)).isEqualTo("a");
    pass(50);
    readings.fetch(List.of(C, B));
    readings.fetch(List.of(C));
    assertThat(of(C)).isEqualTo("c");
    assertThat(asked).containsExactly(List.of(A, B), List.of(C));

    pass(60);
    readings.fetch(List.of(A, C));
    assertThat(asked).hasSize(3).last().isEqualTo(List.of(A));
  }

  @Test
  void aSlowReadingIsAsOldAsTheQuestion() {
    SharedReadings slow =
        new SharedReadings(
            parts -> {
              pass(101);
              return read(parts);
            },
            now::get);
    slow.fetch(List.of(A));
    slow.of(A);
    slow.of(A);
    assertThat(asked).hasSize(3);
  }
}
