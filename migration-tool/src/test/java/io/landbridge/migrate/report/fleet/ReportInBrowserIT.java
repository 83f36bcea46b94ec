package io.landbridge.migrate.report.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The page in a real browser: headless Chromium as Debian packages it. Screenshots stay in {@code
 * target/report}. Skipped where there is no Chromium.
 */
class ReportInBrowserIT {

  private static final Path KEPT = Path.of("target", "report");

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"light,1280,2000", "dark,1280,2000", "light,420,3200"})
  void looksAsItShould(String scheme, int width, int height) throws Exception {
    Path page = directory.resolve("report.html");
    // A page of its own knows only the scheme of the machine it is on.
    Files.writeString(
        page,
        scheme.equals("dark")
            ? HtmlReport.of(Reports.halfWay())
                .replace("@media (prefers-color-scheme:dark)", "@media all")
            : HtmlReport.of(Reports.halfWay()));
    Files.createDirectories(KEPT);
    Path picture = KEPT.resolve("report-%s-%d.png".formatted(scheme, width)).toAbsolutePath();
    Files.deleteIfExists(picture);

    chromium(
        "--screenshot=" + picture,
        "--window-size=" + width + "," + height,
        page.toUri().toString());

    BufferedImage image = ImageIO.read(picture.toFile());
    assertThat(image.getWidth()).isEqualTo(width);
    assertThat(brightness(image)).matches(mean -> scheme.equals("dark") ? mean < 80 : mean > 180);
    assertThat(colors(image)).as("text, bars and borders are drawn").isGreaterThan(50);
  }

  @Test
  void fitsIntoAnyWidthAlsoWithLongNames() throws Exception {
    for (FleetReport report : List.of(Reports.halfWay(), Reports.hostile())) {
      for (int width : List.of(360, 768, 1280)) {
        Path page = directory.resolve("measured.html");
        // In a frame, because a window has a smallest width.
        Files.writeString(
            page,
            "<!DOCTYPE html><html><body><iframe id=\"f\" style=\"border:0;height:800px;width:%dpx\"></iframe><script>"
                    .formatted(width)
                + "const f=document.getElementById('f');f.srcdoc="
                + quoted(withoutPolicy(HtmlReport.of(report)))
                + ";f.onload=()=>{const d=f.contentDocument.documentElement;"
                + "document.title='measured '+d.scrollWidth+' of '+d.clientWidth;}</script></body></html>");
        String dom = chromium("--dump-dom", page.toUri().toString());

        assertThat(dom).contains("<title>measured " + width + " of " + width + "</title>");
      }
    }
  }

  private static String withoutPolicy(String page) {
    return page.replaceFirst("<meta http-equiv=[^>]*>", "");
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char each : text.toCharArray()) {
      quoted.append(
          each < ' ' || "<>\"\\&'".indexOf(each) >= 0 ? "\\u%04x".formatted((int) each) : each);
    }
    return quoted.append('"').toString();
  }

  private String chromium(String... arguments) throws IOException, InterruptedException {
    Optional<File> program =
        Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser")
            .map(File::new)
            .filter(File::canExecute)
            .findFirst();
    assumeTrue(program.isPresent(), "no Chromium: apt-get install chromium");
    List<String> command =
        new ArrayList<>(
            List.of(
                program.get().getPath(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--virtual-time-budget=3000",
                "--user-data-dir=" + directory.resolve("profile")));
    command.addAll(List.of(arguments));
    Path out = directory.resolve("out");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("%s ended", command).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(out);
  }

  private static double brightness(BufferedImage image) {
    long sum = 0;
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        int rgb = image.getRGB(x, y);
        sum += ((rgb >> 16) & 0xff) + ((rgb >> 8) & 0xff) + (rgb & 0xff);
      }
    }
    return sum / 3.0 / image.getWidth() / image.getHeight();
  }

  private static int colors(BufferedImage image) {
    Set<Integer> colors = new HashSet<>();
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        colors.add(image.getRGB(x, y));
      }
    }
    return colors.size();
  }
}
