package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.translation.ConsumerKind;
import io.landbridge.compat.translation.Matrix;
import io.landbridge.compat.translation.TranslationRuns;
import io.landbridge.compat.translation.Verdict;
import io.landbridge.compat.translation.Verdict.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who finds whom, with everything switched on: real providers of one kind each, real consumers of
 * one kind each. A part, most of it on one line; on both lines what {@code compat-tests/run
 * translation} runs by hand with {@code -Dlandbridge.translation=pairs}, and what {@code --full}
 * adds to it with {@code all}.
 */
class TranslationE2E {

  private static final List<String> PROVIDERS =
      List.of(
          "2.6.12-nacos-2",
          "2.7.23-nacos-2",
          "3.0.15-instance-remote-both",
          "3.2.16-interface-tri",
          "3.2.16-all-remote-both",
          "3.2.19-all-remote-tri",
          "3.3.6-instance-local-dubbo");

  private static final List<String> CONSUMERS =
      List.of(
          "2.6.12",
          "2.6.12-nacos-2",
          "2.7.23-nacos-1.4",
          "3.0.15-FORCE_APPLICATION",
          "3.2.16-APPLICATION_FIRST",
          "3.2.19-APPLICATION_FIRST",
          "3.3.6-FORCE_INTERFACE",
          "3.3.6-FORCE_APPLICATION");

  /** Of both generations, for the line that has the older API of the two. */
  private static final List<String> PROVIDERS_ON_2 =
      List.of("2.7.23-nacos-2", "3.3.6-instance-local-dubbo");

  private static final List<String> CONSUMERS_ON_2 =
      List.of("2.6.12", "2.7.23-nacos-1.4", "2.7.23-nacos-2", "3.3.6-FORCE_APPLICATION");

  /** How much is run; what it is called is what an operator of the tests types. */
  private enum Extent {
    PART(""),
    PAIRS("pairs"),
    ALL("all");

    private final String setting;

    Extent(String setting) {
      this.setting = setting;
    }

    static Extent asked() {
      String asked = System.getProperty("landbridge.translation", "");
      return Stream.of(values())
          .filter(each -> each.setting.equals(asked))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "landbridge.translation is 'pairs' or 'all', not '" + asked + "'"));
    }

    Matrix among(List<String> providers, List<String> consumers) {
      Matrix matrix = Matrix.of(this == ALL, true);
      return (this == PART ? matrix.among(providers, consumers) : matrix).built();
    }
  }

  private static final Extent EXTENT = Extent.asked();

  @TempDir Path work;

  @TestFactory
  Stream<DynamicTest> onNacos3() throws InterruptedException {
    return columns(NacosVersion.V3_1_0, EXTENT.among(PROVIDERS, CONSUMERS));
  }

  @TestFactory
  Stream<DynamicTest> onNacos2() throws InterruptedException {
    return columns(NacosVersion.V2_2_4, EXTENT.among(PROVIDERS_ON_2, CONSUMERS_ON_2));
  }

  /** One test for each consumer; the server and the providers end when the stream is closed. */
  private Stream<DynamicTest> columns(NacosVersion version, Matrix matrix)
      throws InterruptedException {
    TranslationRuns runs = TranslationRuns.start(version, true, matrix, work);
    return matrix.consumers().stream()
        .map(consumer -> DynamicTest.dynamicTest(consumer.label(), () -> column(runs, consumer)))
        .onClose(runs::close);
  }

  private static void column(TranslationRuns runs, ConsumerKind consumer) {
    List<Verdict> verdicts = runs.run(consumer);
    verdicts.forEach(System.out::println);
    assertThat(verdicts)
        .isNotEmpty()
        .allSatisfy(verdict -> assertThat(verdict.outcome()).isEqualTo(Outcome.PASSED));
  }
}
