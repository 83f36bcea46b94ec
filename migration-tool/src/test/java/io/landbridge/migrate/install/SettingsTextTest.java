package io.landbridge.migrate.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTextTest {

  private static final ChosenSetting CACHE =
      new ChosenSetting("landbridge.view.cache", "64MB", List.of("# heap of the cache"));
  private static final ChosenSetting FILE =
      new ChosenSetting("landbridge.bridge.password-file", "C:\\x \u00e9", List.of());

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "a=1",
            "\n",
            "\r\n",
            "\r",
            "",
            " ",
            "# x",
            "\u0085",
            "\u00c3\u00a9",
            "b=\\\\",
            "landbridge.x=1")
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }

  @Property
  void textIsTheSameAfterTheBlockIsGone(@ForAll("texts") String text) {
    SettingsText with = SettingsText.of(text).with(List.of(CACHE, FILE));

    assertThat(with.hasBlock()).isTrue();
    assertThat(with.without().text()).isEqualTo(text);
    assertThat(SettingsText.of(with.text()).without().text()).isEqualTo(text);
    assertThat(with.with(List.of(FILE)).with(List.of(CACHE))).isEqualTo(with);
  }

  @Property
  void whatIsAddedBehindTheBlockStays(@ForAll("texts") String text) throws Exception {
    String more = SettingsText.of(text).with(List.of(CACHE)).text() + "added=1\n";

    Properties read = new Properties();
    read.load(new StringReader(SettingsText.of(more).without().text()));

    assertThat(read.getProperty("added")).isEqualTo("1");
  }

  @Property
  void serverReadsWhatWasWritten(@ForAll("texts") String text) throws Exception {
    SettingsText before = SettingsText.of(text);
    Properties read = new Properties();
    read.load(new StringReader(before.with(List.of(CACHE, FILE)).text()));

    assertThat(before.trap()).isEmpty();
    assertThat(read.getProperty(CACHE.key())).isEqualTo("64MB");
    assertThat(read.getProperty(FILE.key())).isEqualTo("C:\\x \u00e9");
  }

  @Test
  void blockHasTheLineEndsOfTheFile() {
    assertThat(SettingsText.of("a=1\r\nb=2").with(List.of(CACHE)).text())
        .isEqualTo(
            "a=1\r\nb=2\r\n%s\r\n# heap of the cache\r\nlandbridge.view.cache=64MB\r\n%s\r\n"
                .formatted(SettingsText.BEGIN, SettingsText.END));
    assertThat(SettingsText.of("a=1\n").with(List.of(CACHE)).text())
        .startsWith("a=1\n\n" + SettingsText.BEGIN + "\n")
        .doesNotContain("\r");
  }

  @Test
  void settingInTheBlockIsReplacedWhereItStands() {
    SettingsText before = SettingsText.of("a=1\n").with(List.of(CACHE, FILE));
    SettingsText after =
        before.with(List.of(new ChosenSetting(CACHE.key(), "1GB", CACHE.comment())));

    assertThat(after.text()).isEqualTo(before.text().replace("64MB", "1GB"));
  }

  @Test
  void settingOutsideTheBlockIsFoundWithItsLine() {
    SettingsText text =
        SettingsText.of("a=1\n landbridge.start.wait : 3s\n#landbridge.enabled=false\n")
            .with(List.of(CACHE));

    assertThat(text.outside())
        .containsExactly(Map.entry("landbridge.start.wait", new SettingsText.Place(2, "3s")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=1\n#---\nb=2\n", "a=1\n!---\n", "a=1\\", "a=1\\\n", "a=\\\\\\\r\n"})
  void fileWhoseEndBelongsToSomethingElseIsATrap(String text) {
    assertThat(SettingsText.of(text).trap()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a=1", "a=1\\\\", "# a\\", "a=1\\\nb=2\n", "# ---\n"})
  void otherFileIsNone(String text) {
    assertThat(SettingsText.of(text).trap()).isEmpty();
  }

  @Test
  void damagedBlockIsTold() {
    String whole = SettingsText.of("a=1\n").with(List.of(CACHE)).text();

    assertThat(SettingsText.of(whole).damage()).isEmpty();
    assertThat(SettingsText.of("a=1\n").damage()).isEmpty();
    assertThat(SettingsText.of(whole + whole).damage()).isPresent();
    assertThat(SettingsText.of(whole.replace(SettingsText.END, "")).damage()).isPresent();
    assertThat(SettingsText.of(whole.replace(SettingsText.BEGIN, "")).damage()).isPresent();
  }
}
