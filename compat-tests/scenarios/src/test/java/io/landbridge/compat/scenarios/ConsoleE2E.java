package io.landbridge.compat.scenarios;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.landbridge.compat.browser.Look;
import io.landbridge.compat.browser.TestBrowser;
import io.landbridge.compat.browser.TestPage;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.Credentials;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The console page, served by real servers with authentication, in a real browser. */
class ConsoleE2E {

  private static final Path PICTURES = Path.of("target", "console");
  private static final String HOSTILE = "<img src=x onerror=alert(1)>";
  private static final List<String> VIEWS =
      List.of(
          "overview",
          "applications",
          "graph",
          "consumers",
          "hazards",
          "waves",
          "bridge",
          "cluster",
          "metrics",
          "application/public/shop",
          "application/public/mall");

  private final HttpClient http = HttpClient.newHttpClient();

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void isServedAndShowsWhatTheServerKnows(NacosVersion version) throws Exception {
    ServerSpec spec = ServerSpec.of(version).withAuth().withPlugin(Artifacts.locate().pluginJar());
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosServer server = ensemble.member(0);
      isActive(ensemble);
      filesArePublicAndDataIsNot(server.baseUrl());
      seed(ensemble);
      try (TestBrowser browser = TestBrowser.start();
          TestPage test = browser.open(Look.DESKTOP)) {
        Page page = test.page();
        page.navigate(server.baseUrl() + "/landbridge");
        logIn(page, new Credentials("nacos", "wrong"));
        assertThat(page.getByRole(AriaRole.ALERT)).hasText("User name or password is wrong.");
        logIn(page, ensemble.admin());

        assertThat(page.getByText("1 of 2 applications translated")).isVisible();
        theApplicationIsSeenInBothModels(page);
        hostileNamesAreText(page);
        thoseOf1xAreNamed(page, ensemble);
        aMemberIsSuspendedAndResumed(page, ensemble);
        Files.createDirectories(PICTURES);
        for (String view : VIEWS) {
          page.navigate(server.baseUrl() + "/landbridge/#/" + view);
          assertThat(page.locator("main h1")).isVisible();
          assertThat(page.getByText("Loading…")).hasCount(0);
          test.picture(PICTURES.resolve(version + "-" + view.replace("/", "-") + ".png"));
          assertThat(test.violations()).as(view).isEmpty();
          assertThat(page.locator("main .problem")).hasCount(0);
        }
        // A browser itself tells of the refusals before somebody has logged in.
        assertThat(test.errors()).allMatch(each -> each.contains("Failed to load resource"));
        assertThat(test.hosts()).hasSize(1);
      }
    }
  }

  private void filesArePublicAndDataIsNot(String baseUrl) throws Exception {
    HttpResponse<String> redirect = get(baseUrl + "/landbridge");
    assertThat(redirect.statusCode()).isEqualTo(302);
    assertThat(URI.create(baseUrl + "/landbridge").resolve(location(redirect)))
        .isEqualTo(URI.create(baseUrl + "/landbridge/"));

    HttpResponse<String> start = get(baseUrl + "/landbridge/");
    assertThat(start.statusCode()).isEqualTo(200);
    assertThat(header(start, "Content-Type")).startsWith("text/html");
    assertThat(header(start, "Content-Security-Policy")).contains("default-src 'none'");
    assertThat(header(start, "Cache-Control")).isEqualTo("no-cache");

    Matcher script = Pattern.compile("src=\"(console/[^\"]+)\"").matcher(start.body());
    assertThat(script.find()).isTrue();
    HttpResponse<String> main = get(baseUrl + "/landbridge/" + script.group(1));
    assertThat(main.statusCode()).isEqualTo(200);
    assertThat(header(main, "Content-Type")).startsWith("text/javascript");
    assertThat(header(main, "Cache-Control")).contains("immutable");
    assertThat(get(baseUrl + "/landbridge/console/0/main.js").statusCode()).isEqualTo(404);
    assertThat(get(baseUrl + "/landbridge/v1/status").statusCode()).isIn(401, 403);
  }

  private HttpResponse<String> get(String url) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(30)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static String location(HttpResponse<?> answer) {
    return header(answer, "Location");
  }

  private static String header(HttpResponse<?> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }

  private static void isActive(NacosEnsemble ensemble) {
    eventually(
        "the plugin is active",
        () ->
            assertThat(ensemble.api(0).get("/landbridge/v1/status").body()).contains("\"ACTIVE\""));
  }

  private static void seed(NacosEnsemble ensemble) {
    RawRegistrations raw = new RawRegistrations(ensemble.api(0), "public");
    raw.provider27("shop", "demo.OrderService", "10.0.0.1", 20880);
    raw.provider27("mall", "demo.GateService", "10.0.0.2", 20880);
    raw.provider27(HOSTILE, "demo.HostileService", "10.0.0.3", 20880);
    new Switches(ensemble.api(0), "public").on("shop");
    eventually(
        "the application is translated",
        () ->
            assertThat(
                    ensemble
                        .api(0)
                        .get("/landbridge/v1/application", Map.of("application", "shop"))
                        .body())
                .contains("\"TRANSLATED\""));
  }

  private static void theApplicationIsSeenInBothModels(Page page) {
    page.getByRole(AriaRole.NAVIGATION).getByText("Applications").click();
    isSeen(page, "shop", "10.0.0.1:20880", "derived");
    page.goBack();
    isSeen(page, "mall", "10.0.0.2:20880", "not seen");
  }

  private static void isSeen(
      Page page, String application, String address, String atApplicationLevel) {
    page.locator("[data-row]").getByText(application).click();
    assertThat(page.locator("h1")).hasText(application);
    Locator seen =
        page.getByRole(
                AriaRole.TABLE,
                new Page.GetByRoleOptions().setName("What each kind of consumer sees"))
            .locator("[data-row='0'] td");
    assertThat(seen.nth(0)).hasText(address);
    assertThat(seen.nth(1)).containsText("native");
    assertThat(seen.nth(2)).containsText(atApplicationLevel);
  }

  private static void hostileNamesAreText(Page page) {
    page.getByRole(AriaRole.NAVIGATION).getByText("Hazards and losses").click();
    assertThat(page.locator("[data-row]").getByText(HOSTILE).first()).isVisible();
    assertThat(page.locator("img")).hasCount(0);
  }

  private static void thoseOf1xAreNamed(Page page, NacosEnsemble ensemble) {
    // A client of 1.x that listens for pushes; it is told of for half a minute.
    assertThat(
            ensemble
                .api(0)
                .withAgent("Nacos-Java-Client:v1.4.6")
                .get(
                    "/v1/ns/instance/list",
                    Map.of(
                        "serviceName",
                        "DEFAULT_GROUP@@providers:demo.OrderService::",
                        "clientIP",
                        "127.0.0.1",
                        "udpPort",
                        "55555"))
                .status())
        .isEqualTo(200);
    page.getByRole(AriaRole.NAVIGATION).getByText("Consumers").click();
    page.getByLabel("Show").selectOption("old");
    assertThat(page.locator("[data-row='0']")).containsText("1.x HTTP");
    assertThat(page.locator("[data-row='0']")).containsText("demo.OrderService");
  }

  private static void aMemberIsSuspendedAndResumed(Page page, NacosEnsemble ensemble) {
    page.getByRole(AriaRole.NAVIGATION).getByText("Catalog and members").click();
    page.getByText("Suspend…").click();
    page.getByText("Suspend this member").click();
    assertThat(page.getByText("Resume…")).isVisible();
    assertThat(ensemble.api(0).get("/landbridge/v1/status").body()).contains("\"SUSPENDED\"");
    page.getByText("Resume…").click();
    page.getByText("Resume this member").click();
    assertThat(page.getByText("Suspend…")).isVisible();
    assertThat(ensemble.api(0).get("/landbridge/v1/status").body()).contains("\"ACTIVE\"");
  }

  private static void logIn(Page page, Credentials credentials) {
    page.getByLabel("User name").fill(credentials.user());
    page.getByLabel("Password").fill(credentials.password());
    page.locator("form button").click();
  }
}
