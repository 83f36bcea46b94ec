package io.landbridge.compat.load.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The report in a real browser: headless Chromium as Debian packages it. Screenshots stay in {@code
 * target/report}. Skipped where there is no Chromium.
 */
class ReportInBrowserIT {

  private static final Path KEPT = Path.of("target", "report");

  /** What Chromium logs of a page: errors, and what its policy forbids. */
  private static final String CONSOLE = ":CONSOLE";

  @TempDir Path directory;

  private record Shown(String out, String err) {

    void requireNoErrors() {
      assertThat(err.lines().filter(line -> line.contains(CONSOLE))).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"light,1100,2600", "dark,1100,2600", "light,420,3600"})
  void looksAsItShouldAndHasNoErrors(String scheme, int width, int height) throws Exception {
    String page = ReportPage.of(Reports.some());
    if (scheme.equals("dark")) {
      // A browser without a desktop knows only one scheme.
      page = page.replace("@media (prefers-color-scheme:dark)", "@media all");
    }
    Files.createDirectories(KEPT);
    Path picture = KEPT.resolve("benchmarks-%s-%d.png".formatted(scheme, width)).toAbsolutePath();
    Files.deleteIfExists(picture);

    Shown shown =
        chromium(page, "--screenshot=" + picture, "--window-size=" + width + "," + height);

    shown.requireNoErrors();
    BufferedImage image = ImageIO.read(picture.toFile());
    assertThat(image.getWidth()).isEqualTo(width);
    assertThat(brightness(image)).matches(mean -> scheme.equals("dark") ? mean < 90 : mean > 180);
    assertThat(has(image, scheme.equals("dark") ? 0x5aaeff : 0x0b6bcb))
        .as("lines and bars are drawn in the first colour")
        .isTrue();
  }

  @Test
  void drawsEveryLineAndBar() throws Exception {
    Shown shown = chromium(ReportPage.of(Reports.some()), "--dump-dom");

    shown.requireNoErrors();
    assertThat(shown.out()).contains("<polyline class=\"s0\"", "<rect class=\"b0\"");
  }

  /** That errors would be seen. */
  @Test
  void seesWhatThePolicyForbids() throws Exception {
    String page =
        ReportPage.of(Reports.some())
            .replace("</main>", "<img src=\"http://127.0.0.1:1/picture.png\"/></main>");

    Shown shown = chromium(page, "--dump-dom");

    assertThat(shown.err()).contains(CONSOLE, "Content Security Policy");
  }

  private Shown chromium(String page, String... arguments)
      throws IOException, InterruptedException {
    Optional<File> program =
        Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser")
            .map(File::new)
            .filter(File::canExecute)
            .findFirst();
    assumeTrue(program.isPresent(), "no Chromium: apt-get install chromium");
    Path file = directory.resolve("report.html");
    Files.writeString(file, page);
    List<String> command =
        new ArrayList<>(
            List.of(
                program.get().getPath(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--enable-logging=stderr",
                "--virtual-time-budget=3000",
                "--user-data-dir=" + directory.resolve("profile")));
    command.addAll(List.of(arguments));
    command.add(file.toUri().toString());
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("%s ended", command).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Shown(Files.readString(out), Files.readString(err));
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

  private static boolean has(BufferedImage image, int colour) {
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        if ((image.getRGB(x, y) & 0xffffff) == colour) {
          return true;
        }
      }
    }
    return false;
  }
}
