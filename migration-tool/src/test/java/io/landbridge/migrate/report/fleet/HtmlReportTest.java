package io.landbridge.migrate.report.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.report.Format;
import io.landbridge.migrate.report.NextStep;
import io.landbridge.migrate.report.Report;
import io.landbridge.migrate.report.Style;
import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A page that needs nothing else and trusts nobody. */
class HtmlReportTest {

  private static Document parse(String page) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    return factory.newDocumentBuilder().parse(new InputSource(new StringReader(page)));
  }

  @Test
  void isWellFormedWhateverNamesSay() throws Exception {
    String page = HtmlReport.of(Reports.hostile());
    Document document = parse(page);

    assertThat(document.getElementsByTagName("script").getLength()).isZero();
    assertThat(page).doesNotContain("\u001b").contains("&lt;script&gt;");
  }

  @Test
  void needsNothingElse() throws Exception {
    Document document = parse(HtmlReport.of(Reports.halfWay()));

    NodeList all = document.getElementsByTagName("*");
    for (int i = 0; i < all.getLength(); i++) {
      Element each = (Element) all.item(i);
      assertThat(each.getTagName()).isNotIn("script", "link", "img", "iframe", "object", "base");
      assertThat(each.hasAttribute("src") || each.hasAttribute("href")).isFalse();
    }
    assertThat(HtmlStyle.CSS).doesNotContain("url(", "@import").contains("prefers-color-scheme");
  }

  @Test
  void everythingHasAName() throws Exception {
    Document document = parse(HtmlReport.of(Reports.halfWay()));

    assertThat(document.getDocumentElement().getAttribute("lang")).isEqualTo("en");
    NodeList tables = document.getElementsByTagName("table");
    assertThat(tables.getLength()).isGreaterThan(3);
    for (int i = 0; i < tables.getLength(); i++) {
      assertThat(((Element) tables.item(i)).getElementsByTagName("caption").getLength()).isOne();
    }
    NodeList heads = document.getElementsByTagName("th");
    for (int i = 0; i < heads.getLength(); i++) {
      assertThat(((Element) heads.item(i)).getAttribute("scope")).isEqualTo("col");
    }
    assertThat(HtmlReport.of(Reports.halfWay()))
        .contains("aria-valuenow=\"50\"", "✓ done", "◐ under way", "○ pending");
  }

  @Test
  void theNumbersAreThoseOfTheJson() {
    FleetReport report = Reports.halfWay();

    assertThat(report.savings().achievedPercent()).isEqualTo(30);
    assertThat(HtmlReport.of(report))
        .contains("1,840 when planned, 1,210 now, 212 after the migration")
        .contains("2 clients have subscribed", "2 clients use");
    assertThat(
            new Report(Format.JSON, Style.PLAIN)
                .fleet(report, "", new NextStep("landbridge status", "to see")))
        .contains("\"schema\" : \"landbridge/report/1\"", "\"planned\" : 1840");
  }
}
