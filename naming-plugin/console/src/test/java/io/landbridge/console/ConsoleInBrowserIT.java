package io.landbridge.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.landbridge.compat.browser.Look;
import io.landbridge.compat.browser.TestBrowser;
import io.landbridge.compat.browser.TestPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The page in a real browser, with recorded answers. Pictures stay in {@code target/console}.
 * Skipped where there is no Chromium.
 */
class ConsoleInBrowserIT {

  private static final Path PICTURES = Path.of("target", "console");

  /** What is in each view, so that nobody looks at one that is still empty. */
  private static final Map<String, String> VIEWS =
      Map.of(
          "overview", ".figure",
          "applications", "[data-row]",
          "graph", ".node",
          "consumers", "[data-row]",
          "hazards", "[data-row]",
          "waves", "progress",
          "bridge", "[data-row]",
          "cluster", ".plain tbody tr",
          "metrics", ".chart, main [role=status]",
          "application/public/order-service", ".seen");

  private static TestBrowser browser;
  private static RecordedServer shop;

  @BeforeAll
  static void start() throws IOException {
    browser = TestBrowser.start();
    shop = RecordedServer.start(RecordedFleet.shop(), false);
    Files.createDirectories(PICTURES);
  }

  @AfterAll
  static void end() {
    if (shop != null) {
      shop.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "desktop,1280,860,false,en-US",
    "dark,1280,860,true,zh-CN",
    "phone,360,740,false,en-US"
  })
  void everybodyCanUseEveryView(String name, int width, int height, boolean dark, String language) {
    try (TestPage test = browser.open(new Look(width, height, dark, language))) {
      test.page().navigate(shop.url());
      for (Map.Entry<String, String> view : VIEWS.entrySet()) {
        test.page().navigate(shop.url() + "#/" + view.getKey());
        test.page().locator(view.getValue()).first().waitFor();
        test.picture(PICTURES.resolve(name + "-" + view.getKey().replaceAll("/.*", "") + ".png"));

        assertThat(test.violations()).as(name + " " + view.getKey()).isEmpty();
        assertThat(test.page().evaluate("document.documentElement.scrollWidth"))
            .as("nothing is wider than the window: " + view.getKey())
            .isEqualTo(width);
      }
      assertThat(test.page().evaluate("document.documentElement.lang"))
          .isEqualTo(language.startsWith("zh") ? "zh-CN" : "en");
      isQuiet(test, shop);
    }
  }

  @Test
  void somebodyLogsInAndOutAgain() throws IOException {
    try (RecordedServer closed = RecordedServer.start(RecordedFleet.shop(), true);
        TestPage test = browser.open(Look.DESKTOP)) {
      Page page = test.page();
      page.navigate(closed.url());
      assertThat(heading(page)).hasText("Log in");
      test.picture(PICTURES.resolve("login.png"));
      assertThat(test.violations()).isEmpty();

      logIn(page, "wrong");
      assertThat(page.getByRole(AriaRole.ALERT)).hasText("User name or password is wrong.");
      logIn(page, "secret");
      assertThat(heading(page)).hasText("Overview");
      assertThat(page.getByText("of 24 applications translated")).isVisible();
      assertThat(page.evaluate("Object.keys(localStorage).join()")).isEqualTo("");
      page.reload();
      assertThat(page.getByText("of 24 applications translated")).isVisible();

      page.getByText("Log out").click();
      assertThat(heading(page)).hasText("Log in");
      assertThat(page.evaluate("Object.keys(sessionStorage).join()")).isEqualTo("");
      page.reload();
      assertThat(heading(page)).hasText("Log in");
      // Of the refusals a browser tells by itself.
      assertThat(test.errors()).allMatch(each -> each.contains("status of 403"));
    }
  }

  @Test
  void anAnswerBeforeTheFirstFrameIsNotMissed() throws IOException {
    try (RecordedServer closed = RecordedServer.start(RecordedFleet.shop(), true);
        TestPage test = browser.open(Look.DESKTOP)) {
      // A browser that is busy: frames and timers come late, answers do not.
      test.page()
          .addInitScript(
              """
              const later = window.setTimeout;
              window.setTimeout = (then, millis, ...rest) => later(then, (millis ?? 0) + 1500, ...rest);
              window.requestAnimationFrame = (then) => later(then, 1500);
              """);
      test.page().navigate(closed.url());

      assertThat(heading(test.page())).hasText("Log in");
    }
  }

  @Test
  void anApplicationIsFoundAndShown() {
    try (TestPage test = browser.open(Look.DESKTOP)) {
      Page page = test.page();
      page.navigate(shop.url());
      page.getByRole(AriaRole.NAVIGATION).getByText("Applications").click();
      assertThat(page.getByRole(AriaRole.STATUS)).hasText("24 of 24");
      filter(page).fill("order");
      assertThat(page.getByRole(AriaRole.STATUS)).hasText("1 of 24");
      filter(page).fill("");
      page.getByLabel("State").selectOption("TRANSLATED");
      assertThat(page.getByRole(AriaRole.STATUS)).hasText("12 of 24");

      page.getByText("address-service").click();
      assertThat(heading(page)).hasText("address-service");
      Locator sees = page.getByRole(AriaRole.TABLE, named("What each kind of consumer sees"));
      assertThat(sees.locator("tbody tr").nth(0)).containsText("10.0.0.1:20880");
      assertThat(sees.locator("tbody tr").nth(0).locator("td").nth(1)).containsText("derived");
      assertThat(sees.locator("tbody tr").nth(0).locator("td").nth(2)).containsText("native");
      assertThat(sees.locator("tbody tr").nth(1).locator("td").nth(1)).containsText("native");
      assertThat(sees.locator("tbody tr").nth(1).locator("td").nth(2)).containsText("derived");
      page.goBack();
      assertThat(heading(page)).hasText("Applications");
      isQuiet(test, shop);
    }
  }

  @Test
  void theLanguageIsSwitchedAndKept() {
    try (TestPage test = browser.open(Look.DESKTOP)) {
      Page page = test.page();
      page.navigate(shop.url() + "#/bridge");
      assertThat(heading(page)).hasText("Bridge");
      page.getByText("中文").click();
      assertThat(heading(page)).hasText("桥接");
      page.reload();
      assertThat(heading(page)).hasText("桥接");
      assertThat(page).hasTitle("桥接 · Landbridge");
      page.getByText("English").click();
      assertThat(heading(page)).hasText("Bridge");
      isQuiet(test, shop);
    }
  }

  @Test
  void keysAreEnough() {
    try (TestPage test = browser.open(Look.DESKTOP)) {
      Page page = test.page();
      page.navigate(shop.url());
      assertThat(page.locator(".figure").first()).isVisible();
      page.keyboard().press("Tab");
      assertThat(page.locator(":focus")).hasText("Skip to the content");
      page.keyboard().press("Enter");
      assertThat(page.locator(":focus")).hasText("Overview");
      page.keyboard().press("2");
      assertThat(heading(page)).hasText("Applications");
      assertThat(page.locator("[data-row]").first()).isVisible();
      page.keyboard().press("/");
      page.keyboard().type("service");
      assertThat(page.getByRole(AriaRole.STATUS)).hasText("13 of 24");
      // The choice, the heads of the six columns, the list.
      page.keyboard().press("Tab");
      page.keyboard().press("Tab");
      assertThat(page.locator(":focus")).hasClass("scroll");
      page.keyboard().press("ArrowDown");
      assertThat(page.locator(":focus")).hasText("address-service");
      page.keyboard().press("ArrowDown");
      page.keyboard().press("ArrowDown");
      page.keyboard().press("ArrowUp");
      assertThat(page.locator(":focus")).hasText("basket-service");
      page.keyboard().press("Enter");
      assertThat(heading(page)).hasText("basket-service");
      page.keyboard().press("?");
      assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Keys");
      page.keyboard().press("Escape");
      assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
      isQuiet(test, shop);
    }
  }

  @Test
  void aMemberIsSuspendedOnlyWhenSomebodyHasConfirmedIt() throws IOException {
    try (RecordedServer server = RecordedServer.start(RecordedFleet.shop(), false);
        TestPage test = browser.open(Look.DESKTOP)) {
      Page page = test.page();
      page.navigate(server.url() + "#/cluster");
      page.getByText("Suspend…").click();
      assertThat(page.locator(":focus")).hasText("Cancel");
      test.picture(PICTURES.resolve("dialog.png"));
      assertThat(test.violations()).isEmpty();
      page.keyboard().press("Enter");
      assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
      assertThat(server.changes()).isEmpty();

      page.getByText("Suspend…").click();
      page.getByText("Suspend this member").click();
      assertThat(page.getByText("Resume…")).isVisible();
      assertThat(server.changes()).containsExactly("suspension {suspended=true}");
      page.getByText("Resume…").click();
      page.getByText("Resume this member").click();
      assertThat(page.getByText("Suspend…")).isVisible();
      assertThat(server.changes()).hasSize(2);
      isQuiet(test, server);
    }
  }

  @Test
  void whatIsRegisteredIsNeverHtml() throws IOException {
    try (RecordedServer server = RecordedServer.start(RecordedFleet.hostile(), false);
        TestPage test = browser.open(Look.DESKTOP)) {
      Page page = test.page();
      for (String view : List.of("applications", "graph", "consumers", "hazards", "bridge")) {
        page.navigate(server.url() + "#/" + view);
        if (!view.equals("bridge")) {
          filter(page).fill("onerror");
        }
        assertThat(page.locator("[data-row]").getByText("<img src=x").first()).isVisible();
      }
      page.navigate(server.url() + "#/applications");
      filter(page).fill("onerror");
      page.getByText(RecordedFleet.HOSTILE).click();
      assertThat(heading(page)).hasText(RecordedFleet.HOSTILE);
      assertThat(page.locator(".seen").first()).isVisible();
      assertThat(page.locator("img")).hasCount(0);
      assertThat(page).hasTitle(RecordedFleet.HOSTILE + " · Landbridge");
      isQuiet(test, server);
    }
  }

  @Test
  void nothingElseMayRunInThePage() {
    try (TestPage test = browser.open(Look.DESKTOP)) {
      Page page = test.page();
      page.navigate(shop.url());
      assertThat(page.locator(".figure").first()).isVisible();
      assertThat(
              page.evaluate(
                  "() => { try { document.body.innerHTML = '<b>x</b>'; return 'set'; }"
                      + " catch (e) { return e.name; } }"))
          .isEqualTo("TypeError");
      assertThat(
              page.evaluate("() => fetch('http://127.0.0.2:1/').then(() => 'sent', e => e.name)"))
          .isEqualTo("TypeError");
      assertThat(test.errors())
          .isNotEmpty()
          .allMatch(each -> each.matches(".*(TrustedHTML|Content Security Policy).*"));
      assertThat(test.hosts()).containsExactly(shop.origin());
    }
  }

  @Test
  void fiveThousandApplicationsAreNoBurden() throws IOException {
    try (RecordedServer server = RecordedServer.start(RecordedFleet.of(5_000), false);
        TestPage test = browser.open(Look.DESKTOP)) {
      Page page = test.page();
      page.navigate(server.url() + "#/applications");
      assertThat(page.getByRole(AriaRole.STATUS)).hasText("5,000 of 5,000");
      assertThat(page.locator("[data-row]").count()).isLessThan(60);

      assertThat(page.evaluate(longest("el.scrollTop = 3997 * i"), 50))
          .as("milliseconds that a frame took at the most while scrolling")
          .matches(millis -> ((Number) millis).doubleValue() < 250);
      page.locator(".scroll").evaluate("el => el.scrollTop = el.scrollHeight");
      assertThat(page.getByText("team-04999-service")).isVisible();
      filter(page).fill("team-0499");
      assertThat(page.getByRole(AriaRole.STATUS)).hasText("10 of 5,000");
      filter(page).fill("");
      page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Application")).click();
      assertThat(page.locator("[data-row='0']")).containsText("team-04999-service");

      page.navigate(server.url() + "#/graph");
      assertThat(page.locator(".node")).hasCount(120);
      assertThat(page.getByText("more applications are not drawn")).isVisible();
      test.picture(PICTURES.resolve("graph-5000.png"));
      filter(page).fill("team-00305");
      assertThat(page.locator(".node")).hasCount(5);
      isQuiet(test, server);
    }
  }

  /** The longest time between two frames while something is done in each. */
  private static String longest(String step) {
    return """
    async n => {
      const el = document.querySelector('.scroll');
      let longest = 0;
      let last = performance.now();
      for (let i = 0; i < n; i++) {
        %s;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
      }
      return longest;
    }
    """
        .formatted(step);
  }

  private static void isQuiet(TestPage test, RecordedServer server) {
    assertThat(test.errors()).isEmpty();
    assertThat(test.hosts()).isEqualTo(Set.of(server.origin()));
  }

  private static void logIn(Page page, String password) {
    page.getByLabel("User name").fill("nacos");
    page.getByLabel("Password").fill(password);
    page.locator("form button").click();
  }

  private static Locator heading(Page page) {
    return page.locator("h1");
  }

  private static Locator filter(Page page) {
    return page.locator("[data-filter]");
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(Pattern.compile(name));
  }
}
