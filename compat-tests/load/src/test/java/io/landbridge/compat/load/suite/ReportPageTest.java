package io.landbridge.compat.load.suite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ReportPageTest {

  private final String page = ReportPage.of(Reports.some());

  @Test
  void isWellFormedAndNeedsNoOtherHost() throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(
                new InputSource(
                    new StringReader(page.replace("<!DOCTYPE html>", "").replace("&nbsp;", " "))));

    assertThat(document.getElementsByTagName("script").getLength()).isZero();
    assertThat(page).doesNotContain("http:", "https:", "src=", "url(", "@import");
    assertThat(page).contains("prefers-color-scheme:dark");
  }

  @Test
  void textOfAFailureIsNotMarkup() {
    assertThat(page).contains("&lt;script&gt;alert('x')&lt;/script&gt; &amp; &quot;more&quot;");
  }

  @Test
  void showsMinimumMedianAndMaximumBesideStockAndTarget() {
    assertThat(page).contains("1.182 (0.9 to 1.2)", "120 (90 to 130)", "100 (100 to 110)");
    assertThat(page).contains("≥ 1", "✓ yes", "not measured", "Failed: broken");
    assertThat(page).contains("compat-tests/bench ramp --rounds 3");
    assertThat(page).contains("1.7", "The machine was not idle before this run.");
  }

  @Test
  void drawsWhatThereIs() {
    assertThat(page).contains("<polyline", "How it went", "The whole machine meanwhile", "<rect");
    assertThat(page).doesNotContain("nobody has this").doesNotContain("NaN");
    // A thousand points are drawn as three hundred.
    String longest =
        page.lines()
            .filter(line -> line.startsWith("<polyline"))
            .max(java.util.Comparator.comparingInt(String::length))
            .orElseThrow();
    assertThat(longest.split(" ")).hasSizeBetween(300, 303);
  }

  @Test
  void axesEndAtRoundNumbers() {
    assertThat(Scale.upTo(499).marks()).containsExactly(0.0, 100.0, 200.0, 300.0, 400.0, 500.0);
    assertThat(Scale.upTo(0).marks()).hasSizeGreaterThan(2);
    assertThat(Scale.upTo(0.07).top()).isBetween(0.07, 0.1);
    assertThat(Scale.upTo(12_345).at(12_345)).isBetween(0.7, 1.0);
  }

  @Test
  void pageOfTheDocumentationHasEveryFigure() {
    String docs = BenchmarksPage.of(Reports.some());

    assertThat(docs)
        .contains(
            "| made / stock | 1.182 (0.9 to 1.2) | 120 (90 to 130) | 100 (100 to 110) | per second"
                + " | ≥ 1 | yes |")
        .contains("| lost | 0 (0 to 1) |", "Run 1 failed.", "compat-tests/bench all --runs 3");
    assertThat(docs.lines().filter(line -> !line.startsWith("|")))
        .allMatch(line -> line.length() <= 100);
  }

  @Test
  void reportHasEveryFigureAndFile() throws Exception {
    var json = new ObjectMapper().readTree(Reports.some().json().toString());

    assertThat(json.at("/failed/0").asText()).isEqualTo("broken");
    assertThat(json.at("/targets_met").asInt()).isEqualTo(2);
    assertThat(json.at("/benchmarks/0/figures/0/stock/maximum").asInt()).isEqualTo(110);
    assertThat(json.at("/benchmarks/0/figures/2/met").asText()).isEmpty();
    assertThat(json.at("/benchmarks/0/runs/1/file").asText()).isEqualTo("ramp-2.json");
  }

  @Test
  void everyBenchmarkHasOneNameAndFigures() {
    List<Benchmark> all = Benchmarks.all();

    assertThat(all).extracting(Benchmark::name).doesNotHaveDuplicates();
    assertThat(all).allMatch(each -> !each.figures().isEmpty() && each.what().endsWith("."));
    assertThat(ReportedFigures.missing("push", new ObjectMapper().createObjectNode()))
        .contains("/ratio_p50", "/stock/p99_ms");
    assertThat(Optional.of(all.size())).contains(13);
  }
}
