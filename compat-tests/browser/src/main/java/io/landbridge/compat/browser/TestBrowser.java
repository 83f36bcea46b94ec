package io.landbridge.compat.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Headless Chromium as Debian packages it. Nothing is downloaded for it. Confined to the thread
 * that started it; closing ends its processes.
 */
public final class TestBrowser implements AutoCloseable {

  private final Playwright playwright;
  private final Browser browser;

  private TestBrowser(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  /** Starts it; where there is no Chromium the test is skipped. */
  public static TestBrowser start() {
    Optional<Path> program =
        Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();
    Assumptions.assumeTrue(program.isPresent(), "no Chromium: apt-get install chromium");
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    try {
      return new TestBrowser(
          playwright,
          playwright
              .chromium()
              .launch(
                  new BrowserType.LaunchOptions()
                      .setExecutablePath(program.orElseThrow())
                      .setArgs(
                          List.of("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"))));
    } catch (RuntimeException e) {
      playwright.close();
      throw e;
    }
  }

  /**
   * A page in a session of its own.
   *
   * @param look the window, the scheme and the language
   */
  public TestPage open(Look look) {
    return TestPage.in(browser.newContext(look.options()));
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
