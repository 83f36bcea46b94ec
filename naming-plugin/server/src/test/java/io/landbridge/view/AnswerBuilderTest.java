package io.landbridge.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.Endpoint;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Origin;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AnswerBuilderTest {

  private static final SortedMap<String, String> COMMON =
      new TreeMap<>(Map.of("interface", "demo.Orders", "methods", "add,find", "timestamp", ""));

  @Test
  void whatIsOfOneGoesBeforeWhatIsCommon() {
    Answer answer = answer(new SharedParts(), COMMON, 1, "7");

    assertThat(answer.instances())
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.metadata())
                    .isEqualTo(
                        Map.of(
                            "interface", "demo.Orders", "methods", "add,find", "timestamp", "7")));
  }

  @Test
  void equalAnswersHaveEqualFingerprintsHoweverTheyAreBuilt() {
    Answer one = answer(new SharedParts(), COMMON, 3, "7");
    SharedParts shared = new SharedParts();
    answer(shared, COMMON, 1, "9");
    Answer same = answer(shared, new TreeMap<>((Map<String, String>) COMMON), 3, "7");

    assertThat(same.fingerprint()).isEqualTo(one.fingerprint());
    assertThat(same.instances()).isEqualTo(one.instances());
    assertThat(answer(shared, COMMON, 3, "8").fingerprint()).isNotEqualTo(one.fingerprint());
    SortedMap<String, String> other = new TreeMap<>((Map<String, String>) COMMON);
    other.put("methods", "add");
    assertThat(answer(shared, other, 3, "7").fingerprint()).isNotEqualTo(one.fingerprint());
  }

  @Test
  void aFurtherServiceOfTheSameProcessesTakesLittle() {
    SharedParts shared = new SharedParts();
    Answer first = answer(shared, COMMON, 100, "7");
    Answer second = answer(shared, new TreeMap<>((Map<String, String>) COMMON), 100, "7");

    assertThat(second.instances().get(42).common().texts())
        .isSameAs(first.instances().get(17).common().texts());
    assertThat(second.instances().get(42).ip()).isSameAs(first.instances().get(42).ip());
    assertThat(second.bytes()).isLessThan(100 * 16).isLessThan(first.bytes() / 5);
  }

  private static Answer answer(
      SharedParts shared, SortedMap<String, String> common, int processes, String started) {
    AnswerBuilder builder = new AnswerBuilder(shared);
    IntStream.range(0, processes)
        .forEach(
            each ->
                builder.add(
                    instance("10.0.0." + each),
                    20880,
                    common,
                    new TreeMap<>(Map.of("timestamp", started))));
    return builder.build(1);
  }

  private static ApplicationInstance instance(String ip) {
    return new ApplicationInstance(
        new ApplicationKey(NamespaceId.of("public"), new ApplicationName("orders")),
        "DEFAULT_GROUP",
        ip,
        20880,
        List.of(new Endpoint(20880, "dubbo")),
        "DEFAULT",
        true,
        true,
        true,
        new MetadataRevision("0123456789abcdef0123456789abcdef"),
        new TreeMap<>(),
        Origin.NATIVE_APPLICATION);
  }
}
