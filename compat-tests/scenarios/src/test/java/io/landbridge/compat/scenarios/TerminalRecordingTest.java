package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.scenarios.TerminalRecording.Line;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

class TerminalRecordingTest {

  @Test
  void whatIsPrintedIsNeverMarkup() throws Exception {
    String svg = svg(new Line(Duration.ZERO, "<script>&\"</script>"));

    var texts =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
            .getElementsByTagName("text");
    assertThat(texts.getLength()).isEqualTo(1);
    assertThat(texts.item(0).getTextContent()).isEqualTo("<script>&\"</script>");
  }

  @Test
  void pausesAreCutAndTheWholeIsPlayedInHalfAMinute() {
    List<Double> delays =
        delays(
            svg(
                new Line(Duration.ZERO, "a"),
                new Line(Duration.ofMinutes(2), "b"),
                new Line(Duration.ofMinutes(2), "c")));

    assertThat(delays).isSorted();
    assertThat(delays.get(2)).isEqualTo(27);
    assertThat(delays.get(1) - delays.get(0)).isGreaterThan(delays.get(2) - delays.get(1));
    assertThat(delays.get(1)).isLessThan(26);
  }

  @Test
  void theLastLinesAreThereInTheEnd() {
    Line[] lines =
        IntStream.range(0, 40)
            .mapToObj(i -> new Line(Duration.ofSeconds(i), "line " + i))
            .toArray(Line[]::new);

    String svg = svg(lines);

    // Forty lines, of which twenty-eight have a place: twelve of eighteen pixels are gone.
    assertThat(svg)
        .contains("transform=\"translate(0 -216)\"", "100% { transform: translateY(-216px) }");
    assertThat(svg(lines[0])).contains("transform=\"translate(0 0)\"");
  }

  @Test
  void aLineThatIsTooLongIsCut() {
    assertThat(svg(new Line(Duration.ZERO, "x".repeat(200))))
        .contains(">" + "x".repeat(111) + "\u2026<");
  }

  private static String svg(Line... lines) {
    return new TerminalRecording(List.of(lines)).svg("a test");
  }

  private static List<Double> delays(String svg) {
    return Pattern.compile("animation-delay: ([0-9.]+)s")
        .matcher(svg)
        .results()
        .map((MatchResult each) -> Double.valueOf(each.group(1)))
        .toList();
  }
}
