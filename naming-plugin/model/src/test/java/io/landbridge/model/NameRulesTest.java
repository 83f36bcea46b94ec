package io.landbridge.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each line of servers takes, and what may stand in a line of a log. */
class NameRulesTest {

  @ParameterizedTest
  @CsvSource({
    "1.4.1,1",
    "2.0.3,2",
    "2.2.4,2",
    "2.3.0,3",
    "2.5.1,3",
    "3.1.0,3",
    "unknown,3",
    "'',3"
  })
  void theRulesAreThoseOfTheVersion(String version, int line) {
    NameRules expected =
        line == 1 ? NameRules.NACOS_1 : line == 2 ? NameRules.NACOS_2 : NameRules.NACOS_3;

    assertThat(NameRules.of(version)).isSameAs(expected);
  }

  /** As 1.4.1, 2.2.4 and 3.1.0 were seen to answer. */
  @ParameterizedTest
  @CsvSource({
    "orders, SERVICE, true, true, true",
    "orders v2, SERVICE, false, true, false",
    "订单中心, SERVICE, false, true, false",
    "ordérs, SERVICE, false, true, true",
    "team/orders, SERVICE, false, true, true",
    "'consumers:demo.A:*:g', SERVICE, false, true, true",
    "'consumers:demo.A:1.0:a,b', SERVICE, false, true, true",
    "demo.Out$In, SERVICE, false, true, true",
    "a@@b, SERVICE, false, false, false",
    "@a, SERVICE, true, true, false",
    "orders, CONFIGURATION_ID, true, true, true",
    "订单中心, CONFIGURATION_ID, true, true, false",
    "ordérs, CONFIGURATION_ID, true, true, false",
    "orders#1, CONFIGURATION_ID, false, false, false",
    "o'rders, CONFIGURATION_ID, false, false, false",
    "team/orders, CONFIGURATION_ID, false, false, false",
    "orders v2, CONFIGURATION_ID, false, false, false",
    "Prod-EU, NAMESPACE, true, true, true",
    "a b, NAMESPACE, true, true, false",
    "订单, NAMESPACE, true, true, false",
    "G_1, NACOS_GROUP, true, true, true",
    "订单, NACOS_GROUP, false, true, false",
    "a_b, CLUSTER, true, true, true",
    "., CONFIGURATION_ID, false, false, false",
    ".., CONFIGURATION_ID, false, false, false",
    "..., CONFIGURATION_ID, true, true, true",
    "a:b, CONFIGURATION_ID, true, true, true",
    "Prod-EU, CONFIGURATION_NAMESPACE, true, true, true",
    "prod.eu, CONFIGURATION_NAMESPACE, true, true, true",
    "p:1, CONFIGURATION_NAMESPACE, true, true, true",
    "生产, CONFIGURATION_NAMESPACE, true, true, true",
    "a b, CONFIGURATION_NAMESPACE, false, false, false",
    "' lead', CONFIGURATION_NAMESPACE, false, false, false",
    "ns/1, CONFIGURATION_NAMESPACE, false, false, false",
    "ns#1, CONFIGURATION_NAMESPACE, false, false, false",
    "../x, CONFIGURATION_NAMESPACE, false, false, false",
    ".., CONFIGURATION_NAMESPACE, false, false, false"
  })
  void eachLineTakesWhatItTakes(String name, NameUse use, boolean one, boolean two, boolean three) {
    assertThat(NameRules.NACOS_1.takes(use, name)).isEqualTo(one);
    assertThat(NameRules.NACOS_2.takes(use, name)).isEqualTo(two);
    assertThat(NameRules.NACOS_3.takes(use, name)).isEqualTo(three);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\nb", "a\u2028b", "a\u202eb", "a\u0000", "a\u009fb", "\ud800"})
  void noLineTakesWhatCannotBeShown(String name) {
    for (NameUse use : NameUse.values()) {
      assertThat(NameRules.NACOS_1.refusal(use, name)).isPresent();
      assertThat(NameRules.NACOS_2.refusal(use, name)).isPresent();
      assertThat(NameRules.NACOS_3.refusal(use, name)).isPresent();
    }
  }

  /** As servers of 2.x and 3.x were seen to answer, with names of any letters and too long ones. */
  @ParameterizedTest
  @CsvSource({"x,128,true", "x,129,false", "订,85,true", "订,86,false"})
  void aNamespaceOfConfigurationsIsNotLongerThanAFileName(String letter, int times, boolean taken) {
    String name = letter.repeat(times);

    assertThat(NameRules.NACOS_2.takes(NameUse.CONFIGURATION_NAMESPACE, name)).isEqualTo(taken);
    assertThat(NameRules.NACOS_3.takes(NameUse.CONFIGURATION_NAMESPACE, name)).isEqualTo(taken);
    assertThat(NameRules.NACOS_2.takes(NameUse.CONFIGURATION_ID, letter.repeat(times * 255 / 128)))
        .isEqualTo(letter.equals("x") && taken);
  }

  @ParameterizedTest
  @CsvSource({"Prod-EU, true", "prod.eu, false", "生产, false", "a b, false", ".., false"})
  void aServerThatChecksParametersHasConfigurationsWhereServicesAre(String name, boolean taken) {
    NameRules checking = NameRules.NACOS_3.checkingParameters();

    assertThat(checking.takes(NameUse.CONFIGURATION_NAMESPACE, name)).isEqualTo(taken);
    assertThat(checking.takes(NameUse.NAMESPACE, name)).isEqualTo(taken);
    assertThat(checking.takes(NameUse.SERVICE, "a.b")).isTrue();
    assertThat(NameRules.NACOS_2.checkingParameters()).isSameAs(NameRules.NACOS_2);
  }

  @Test
  void aRefusalSaysWhatIsWrongWhereAndFor() {
    assertThat(NameRules.NACOS_3.refusal(NameUse.SERVICE, "orders v2"))
        .hasValue(
            "it has U+0020 at position 7, as name of a service of " + NameRules.NACOS_3.line());
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders", "订单中心", "a b", "\ud83d\ude00"})
  void whatCanBeShownIsShownAsItIs(String text) {
    assertThat(LogText.of(text)).isEqualTo(text);
  }

  @Test
  void aLineOfTextIsOneLineAndNotLong() {
    assertThat(LogText.of("a\nb\r\tc\u2028d\u2029e\u202ef\u2066g\u200bh\u001b[31m\ud800"))
        .isEqualTo("a?b??c?d?e?f?g?h?[31m?");
    assertThat(LogText.of("x".repeat(201))).hasSize(LogText.MAX_CHARS).endsWith("x...");
    assertThat(LogText.of("\ud83d\ude00".repeat(300)))
        .hasSizeLessThanOrEqualTo(LogText.MAX_CHARS)
        .satisfies(text -> assertThat(LogText.isPrintable(text)).isTrue());
  }

  @Test
  void aServiceIsShownOnOneLine() {
    assertThat(new ServiceKey(NamespaceId.PUBLIC, "g", "a\nWARN b"))
        .hasToString("public/g/a?WARN b");
  }
}
