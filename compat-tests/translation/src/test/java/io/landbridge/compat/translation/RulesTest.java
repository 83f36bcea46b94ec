package io.landbridge.compat.translation;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.client.ConsumerSettings.MigrationStep;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.translation.Expectation.Answered;
import io.landbridge.compat.translation.Expectation.Nobody;
import io.landbridge.compat.translation.Expectation.Way;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Samples of what was seen with real programs, so that the rules cannot agree with any plugin. */
class RulesTest {

  private static final Matrix TRANSLATED = Matrix.of(true, true);
  private static final Matrix STOCK = Matrix.of(true, false);

  @Test
  void withoutTranslationEachLevelIsOnItsOwn() {
    assertThat(expected(STOCK, "2.7.23-nacos-1.4 -> 3.3.6-FORCE_INTERFACE")).isEqualTo("native");
    assertThat(STOCK.only("2.7.23-nacos-1.4 -> 3.3.6-FORCE_APPLICATION").cells())
        .allMatch(Cell::isImpossible);
    assertThat(STOCK.only("3.2.16-instance-remote-dubbo -> 2.7.23-nacos-2").cells())
        .allMatch(Cell::isImpossible);
    assertThat(expected(STOCK, "3.2.16-all-remote-dubbo -> 2.7.23-nacos-2")).isEqualTo("native");
    assertThat(STOCK.cells()).noneMatch(cell -> cell.needs(Way.UPWARD) || cell.needs(Way.DOWNWARD));
  }

  @Test
  void translationReachesWhoeverSpeaksTheProtocol() {
    assertThat(expected(TRANSLATED, "2.6.12 -> 3.0.15-FORCE_APPLICATION")).isEqualTo("upward");
    assertThat(expected(TRANSLATED, "3.3.6-instance-local-dubbo -> 2.6.12")).isEqualTo("downward");
    assertThat(expected(TRANSLATED, "3.3.6-instance-local-tri -> 3.2.16-FORCE_INTERFACE"))
        .isEqualTo("downward");
    assertThat(expected(TRANSLATED, "3.3.6-instance-local-tri -> 2.7.23-nacos-1.4"))
        .endsWith(Rules.NO_TRI);
    assertThat(expected(TRANSLATED, "3.0.15-all-local-both -> 2.7.23-nacos-1.4"))
        .isEqualTo("native");
  }

  @Test
  void theNamesOfDubbo26AreItsOwn() {
    assertThat(TRANSLATED.only("2.6.12 -> 3.3.6-FORCE_INTERFACE").cells())
        .singleElement()
        .satisfies(
            cell -> {
              assertThat(cell.expectations().get(Service.GREET))
                  .isEqualTo(new Answered(Way.NATIVE));
              assertThat(cell.expectations().get(Service.ORDER)).isInstanceOf(Nobody.class);
              assertThat(cell.expectations().get(Service.PLAIN)).isInstanceOf(Nobody.class);
            });
    assertThat(expected(TRANSLATED, "2.6.12 -> 3.2.16-FORCE_INTERFACE")).isEqualTo("native");
    assertThat(expected(TRANSLATED, "2.7.23-nacos-2 -> 2.6.12")).contains("2.6 leaves out");
  }

  @Test
  void dubboGoIsTranslatedBothWays() {
    assertThat(expected(TRANSLATED, "go-3.3.2-instance-remote-dubbo -> 2.7.23-nacos-2"))
        .isEqualTo("downward");
    assertThat(expected(TRANSLATED, "2.7.23-nacos-2 -> go-3.3.2-FORCE_APPLICATION"))
        .isEqualTo("upward");
    assertThat(expected(TRANSLATED, "go-3.3.2-interface-dubbo -> 2.7.23-nacos-2"))
        .isEqualTo("native");
    assertThat(expected(TRANSLATED, "3.3.6-instance-local-tri -> go-3.3.2-FORCE_INTERFACE"))
        .endsWith(Rules.NO_TRI_GO);
  }

  @Test
  void applicationsOfDubboGoBefore332AreNotTranslated() {
    for (String go : List.of("go-3.1.1", "go-3.3.1")) {
      assertThat(expected(TRANSLATED, go + "-instance-remote-dubbo -> 2.7.23-nacos-2"))
          .endsWith(Rules.UNPROVEN);
      assertThat(expected(TRANSLATED, go + "-all-remote-dubbo -> 2.7.23-nacos-2"))
          .isEqualTo("native");
      assertThat(expected(TRANSLATED, go + "-interface-dubbo -> 3.3.6-FORCE_APPLICATION"))
          .isEqualTo("upward");
      assertThat(expected(TRANSLATED, "2.7.23-nacos-2 -> " + go + "-FORCE_APPLICATION"))
          .isEqualTo("upward");
    }
  }

  @Test
  void everyPairOfPropertiesIsAmongTheChosen() {
    for (ProviderKind one : ProviderKind.all()) {
      if (one.line().isGo()) {
        continue;
      }
      assertThat(ProviderKind.pairs())
          .anyMatch(each -> each.line() == one.line() && each.registration() == one.registration())
          .anyMatch(each -> each.line() == one.line() && each.protocols() == one.protocols())
          .anyMatch(
              each ->
                  each.registration() == one.registration() && each.protocols() == one.protocols());
    }
    assertThat(ProviderKind.all()).containsAll(ProviderKind.pairs()).doesNotHaveDuplicates();
  }

  @Test
  void aDubbo2ConsumerHasNoStep() {
    assertThat(ConsumerKind.all())
        .filteredOn(each -> each.line() == DubboLine.DUBBO_2_6)
        .containsExactly(new ConsumerKind(DubboLine.DUBBO_2_6, MigrationStep.FORCE_INTERFACE));
  }

  private static String expected(Matrix matrix, String label) {
    String[] ends = label.split(" -> ", -1);
    return matrix.among(List.of(ends[0]), List.of(ends[1])).cells().get(0).expected();
  }
}
