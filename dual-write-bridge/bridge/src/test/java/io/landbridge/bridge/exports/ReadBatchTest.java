package io.landbridge.bridge.exports;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.ImportedInstance;
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

class ReadBatchTest {

  private static final ImportedInstance.Key A1 = key("a", 1);
  private static final ImportedInstance.Key A2 = key("a", 2);
  private static final ImportedInstance.Key A3 = key("a", 3);
  private static final ImportedInstance.Key B1 = key("b", 1);

  private int size;
  private final AtomicLong now = new AtomicLong(5);
  private final List<List<String>> asked = new ArrayList<>();
  private final ReadBatch readings = new ReadBatch(this::read, service -> size, now::get);

  private static ImportedInstance.Key key(String label, int port) {
    return new ImportedInstance.Key(
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "orders"), label, "10.0.0.1", port);
  }

  /** What a reading is does not matter, but which one it is. */
  private List<Attempt<LegacyReading>> read(List<LegacyPart> parts) {
    List<String> names = parts.stream().map(ReadBatchTest::name).toList();
    asked.add(names);
    return names.stream().map(ReadBatchTest::failed).toList();
  }

  private static String name(LegacyPart part) {
    return part.label() + part.only().map(each -> String.valueOf(each.port())).orElse("");
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

  private String of(ImportedInstance.Key key) {
    return readings.of(key).failure().orElseThrow().what();
  }

  @Test
  void whoLooksRightAfterAnotherDoesNotAskAgain() {
    assertThat(of(A1)).isEqualTo("a1");
    pass(100);
    assertThat(of(A1)).isEqualTo("a1");
    assertThat(of(B1)).isEqualTo("b1");
    assertThat(asked).containsExactly(List.of("a1"), List.of("b1"));

    pass(1);
    assertThat(of(A1)).isEqualTo("a1");
    assertThat(asked).hasSize(3).last().isEqualTo(List.of("a1"));
  }

  @Test
  void whatIsLookedIntoNextIsAskedForTogetherAndOnce() {
    readings.fetch(List.of(A1, B1, A2, A1));
    assertThat(of(B1)).isEqualTo("b1");
    assertThat(of(A1)).isEqualTo("a1");
    pass(50);
    readings.fetch(List.of(A3, B1));
    readings.fetch(List.of(A3));
    assertThat(of(A3)).isEqualTo("a3");
    assertThat(asked).containsExactly(List.of("a1", "a2", "b1"), List.of("a3"));

    pass(60);
    readings.fetch(List.of(A1, A3));
    assertThat(asked).hasSize(3).last().isEqualTo(List.of("a1"));
  }

  @Test
  void manyOfALabelAreReadWithAllThereAre() {
    readings.fetch(List.of(A1, B1, A2, A3));
    assertThat(of(A3)).isEqualTo("a");
    assertThat(of(key("a", 4))).isEqualTo("a");
    assertThat(of(B1)).isEqualTo("b1");
    readings.fetch(List.of(A1, A2, key("a", 4)));
    assertThat(asked).containsExactly(List.of("a", "b1"));

    pass(101);
    size = 4;
    readings.fetch(List.of(A1, A2, A3));
    assertThat(asked).last().isEqualTo(List.of("a1", "a2", "a3"));
    pass(101);
    size = 3;
    readings.fetch(List.of(A1, A2, A3));
    assertThat(asked).last().isEqualTo(List.of("a"));
  }

  @Test
  void aSlowReadingIsAsOldAsTheQuestion() {
    ReadBatch slow =
        new ReadBatch(
            parts -> {
              pass(101);
              return read(parts);
            },
            service -> size,
            now::get);
    slow.fetch(List.of(A1));
    slow.of(A1);
    slow.of(A1);
    assertThat(asked).hasSize(3);
  }
}
