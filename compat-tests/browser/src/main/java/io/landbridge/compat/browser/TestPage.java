package io.landbridge.compat.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * A page with what went wrong in it. Confined to the thread of its browser; closing ends the
 * session.
 */
public final class TestPage implements AutoCloseable {

  private static final String AXE = "/axe.min.js";

  /** One line for each element that breaks a rule. */
  private static final String VIOLATIONS =
      """
      async () => (await axe.run(document)).violations.flatMap(
        v => v.nodes.map(n => v.id + ' (' + v.impact + '): ' + n.html.slice(0, 200)
            + ' ' + (n.failureSummary || '').split('\\n').slice(1).join(' ').slice(0, 300)))
      """;

  private static final double LIMIT_MILLIS = 15_000;

  private final BrowserContext context;
  private final Page page;
  private final List<String> errors = new ArrayList<>();
  private final Set<String> hosts = new TreeSet<>();

  private TestPage(BrowserContext context) {
    this.context = context;
    this.page = context.newPage();
    page.setDefaultTimeout(LIMIT_MILLIS);
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error") || message.type().equals("warning")) {
            errors.add(message.type() + ": " + message.text());
          }
        });
    page.onPageError(error -> errors.add("exception: " + error));
    context.onRequest(
        request -> {
          URI target = URI.create(request.url().replaceAll("[?#].*", ""));
          hosts.add(target.getScheme() + "://" + target.getAuthority());
        });
  }

  static TestPage in(BrowserContext context) {
    return new TestPage(context);
  }

  /** The page of the browser. */
  public Page page() {
    return page;
  }

  /** Errors and warnings in the console, and exceptions nobody caught, so far. */
  public List<String> errors() {
    return List.copyOf(errors);
  }

  /** Schemes and hosts that were requested so far. */
  public Set<String> hosts() {
    return Set.copyOf(hosts);
  }

  /** Violations that axe reports, one line each; empty if it finds none. */
  public List<String> violations() {
    // The page's own policy lets no script in; what is evaluated by the debugger is none.
    page.evaluate(axe());
    Object found = page.evaluate(VIOLATIONS);
    return ((List<?>) found).stream().map(String::valueOf).toList();
  }

  /** Keeps a picture of the window. */
  public void picture(Path file) {
    page.screenshot(new Page.ScreenshotOptions().setPath(file));
  }

  @Override
  public void close() {
    context.close();
  }

  private static String axe() {
    try (InputStream in = Objects.requireNonNull(TestPage.class.getResourceAsStream(AXE), AXE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
