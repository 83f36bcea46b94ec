package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.landbridge.certificate.TestAuthority;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** apply with a guard, as far as it gets without a real server. */
@Timeout(60)
class GuardIT {

  private static final String EMPTY = "[]";
  private static final String ONE = "[{\"metric\":{},\"value\":[1,\"1\"]}]";

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<String> authorizations = new CopyOnWriteArrayList<>();
  private volatile String result = EMPTY;
  private Map<String, String> environment = Map.of();
  private PluginServer server;
  private HttpServer prometheus;

  @BeforeEach
  void oneApplicationIsRegistered() throws Exception {
    server = new PluginServer();
    server.providers.putAll(Map.of("a", 20880));
    server.applications.putAll(Map.of("a", false));
    prometheus = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    prometheus.createContext("/prom/api/v1/query", this::answer);
    prometheus.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    byte[] body =
        "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":%s}}"
            .formatted(result)
            .getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @AfterEach
  void stop() {
    server.close();
    prometheus.stop(0);
  }

  private String url() {
    return "http://127.0.0.1:%d/prom/".formatted(prometheus.getAddress().getPort());
  }

  private int apply(String... arguments) {
    List<String> all = new ArrayList<>(List.of("apply", "--server", server.address(), "--yes"));
    all.addAll(List.of(arguments));
    return Main.run(
        new Terminal(new PrintWriter(out), new PrintWriter(err), environment, false, false),
        all.toArray(String[]::new));
  }

  private String plan() throws IOException {
    Path file = directory.resolve("plan.yaml");
    assertThat(
            Main.run(
                new Terminal(new PrintWriter(out), new PrintWriter(err), Map.of(), false, false),
                "plan",
                "--server",
                server.address(),
                "--out",
                file.toString(),
                "--no-rules"))
        .as("%s", err)
        .isZero();
    return file.toString();
  }

  @Test
  void outOfBoundsEndsAPlanBeforeAnythingIsChanged() throws Exception {
    result = ONE;
    String plan = plan();

    assertThat(apply("--plan", plan, "--guard-url", url(), "--guard", "e > 1", "--guard-for", "1s"))
        .as("%s", err)
        .isEqualTo(ExitCode.GUARD);

    assertThat(err.toString())
        .contains("landbridge: error: the guard has held the run for 1 s", "e > 1 at " + url());
    assertThat(server.changes).doesNotContain("on a");
    assertThat(Files.readString(Path.of(plan + ".journal")))
        .contains("holding: the guard's query is out of bounds", "STOPPED");
  }

  @Test
  void withoutAPlanTheGuardIsAskedToo() {
    result = ONE;
    assertThat(apply("--all", "--guard-url", url(), "--guard", "e > 1", "--guard-for", "1"))
        .isEqualTo(ExitCode.GUARD);
    assertThat(server.changes).doesNotContain("on a");

    result = EMPTY;
    assertThat(apply("--all", "--guard-url", url(), "--guard", "e > 1")).as("%s", err).isZero();
    assertThat(server.changes).contains("on a");
  }

  @Test
  void serverThatIsAwayHoldsLikeOneThatObjects() {
    String url = url();
    prometheus.stop(0);

    assertThat(apply("--all", "--guard-url", url, "--guard", "e > 1", "--guard-for", "1s"))
        .isEqualTo(ExitCode.GUARD);
    assertThat(err.toString()).contains("the guard's query has no answer");
    assertThat(server.changes).doesNotContain("on a");
  }

  @Test
  void credentialsComeFromFilesAndTheEnvironment() throws Exception {
    Path file = Files.writeString(directory.resolve("secret"), "hush\n");
    List<String> guard = List.of("--all", "--guard-url", url(), "--guard", "e > 1");
    environment = Map.of("LANDBRIDGE_GUARD_TOKEN", "tok");
    assertThat(apply(guard.toArray(String[]::new))).as("%s", err).isZero();
    assertThat(authorizations).isNotEmpty().containsOnly("Bearer tok");

    authorizations.clear();
    environment = Map.of();
    List<String> user = new ArrayList<>(guard);
    user.addAll(List.of("--guard-username", "anna", "--guard-password-file", file.toString()));
    assertThat(apply(user.toArray(String[]::new))).as("%s", err).isZero();
    assertThat(authorizations).isNotEmpty().containsOnly("Basic YW5uYTpodXNo");
    assertThat(out + "" + err).doesNotContain("hush");
  }

  private HttpsServer encrypted(TestAuthority authority) throws IOException {
    HttpsServer made =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    made.setHttpsConfigurator(new HttpsConfigurator(authority.server()));
    made.createContext("/api/v1/query", this::answer);
    made.start();
    return made;
  }

  private int guarded(HttpsServer tls, String... arguments) {
    List<String> all = new ArrayList<>(List.of("--guard", "e > 1", "--guard-for", "1s"));
    all.addAll(List.of("--guard-url", "https://127.0.0.1:" + tls.getAddress().getPort()));
    all.addAll(List.of("--guard-token-file", directory.resolve("secret").toString()));
    all.addAll(List.of(arguments));
    err.getBuffer().setLength(0);
    return apply(all.toArray(String[]::new));
  }

  /** The same wave goes on once the right authority is named. */
  @Test
  void anotherAuthorityHoldsTheWaveAndTheRightOneLetsItGoOn() throws Exception {
    TestAuthority right = TestAuthority.make(directory, "right");
    TestAuthority wrong = TestAuthority.make(directory, "wrong");
    Files.writeString(directory.resolve("secret"), "hush\n");
    String plan = plan();
    HttpsServer tls = encrypted(right);
    try {
      for (String believed : List.of("", wrong.certificate().toString())) {
        environment = Map.of("LANDBRIDGE_GUARD_CA_FILE", believed);
        assertThat(guarded(tls, "--plan", plan)).as("%s", err).isEqualTo(ExitCode.GUARD);
        assertThat(err.toString())
            .contains("the server's certificate is not trusted")
            .contains("pass the issuing CA with --guard-ca-file");
        assertThat(server.changes).doesNotContain("on a");
        assertThat(authorizations).as("a secret for whoever answers").isEmpty();
      }

      environment = Map.of("LANDBRIDGE_GUARD_CA_FILE", right.certificate().toString());
      assertThat(guarded(tls, "--plan", plan, "--soak", "0", "--timeout", "1"))
          .as("%s", err)
          .isNotEqualTo(ExitCode.GUARD);
      assertThat(server.changes).contains("on a");
      assertThat(authorizations).isNotEmpty().containsOnly("Bearer hush");
      assertThat(out + "" + err + Files.readString(Path.of(plan + ".journal")))
          .doesNotContain("hush");
    } finally {
      tls.stop(0);
    }
  }

  @Test
  void authorityIsNamedInTheCommandLineToo() throws Exception {
    TestAuthority right = TestAuthority.make(directory, "right");
    TestAuthority wrong = TestAuthority.make(directory, "wrong");
    Files.writeString(directory.resolve("secret"), "hush\n");
    environment = Map.of("LANDBRIDGE_GUARD_CA_FILE", wrong.certificate().toString());
    HttpsServer tls = encrypted(right);
    try {
      assertThat(guarded(tls, "--all", "--guard-ca-file", wrong.certificate().toString()))
          .isEqualTo(ExitCode.GUARD);
      assertThat(server.changes).doesNotContain("on a");

      assertThat(guarded(tls, "--all", "--guard-ca-file", right.certificate().toString()))
          .as("%s", err)
          .isZero();
      assertThat(server.changes).contains("on a");
      assertThat(authorizations).isNotEmpty().containsOnly("Bearer hush");
    } finally {
      tls.stop(0);
    }
  }

  @Test
  void authorityThatCannotBeUsedIsRefused() throws Exception {
    Path none = Files.writeString(directory.resolve("none.pem"), "nothing\n");
    assertThat(
            apply(
                "--all",
                "--guard-url",
                "https://h",
                "--guard",
                "e > 1",
                "--guard-ca-file",
                none.toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains(none.toString(), "--guard-ca-file", "give a file in PEM format");
    assertThat(
            apply(
                "--all",
                "--guard-url",
                url(),
                "--guard",
                "e > 1",
                "--guard-ca-file",
                none.toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("the address is not https, so the CA file has no effect");
    assertThat(server.changes).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://h",
        "http://u:p@h",
        "http://h/?a=b",
        "http://h/#a",
        "h:9090",
        "http://",
        "http://a b"
      })
  void addressThatIsNoneIsRefused(String url) {
    assertThat(apply("--all", "--guard-url", url, "--guard", "e > 1")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--guard-url").doesNotContain("u:p");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "2d", "25h", "", "99999999999999999999"})
  void timeThatIsNoneIsRefused(String time) {
    assertThat(apply("--all", "--guard-url", url(), "--guard", "e > 1", "--guard-for", time))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--guard-for");
  }

  @Test
  void optionThatWouldBeIgnoredIsRefused() {
    assertThat(apply("--all", "--guard-url", url())).isEqualTo(ExitCode.USAGE);
    assertThat(apply("--all", "--guard", "e > 1")).isEqualTo(ExitCode.USAGE);
    assertThat(server.changes).isEmpty();
  }
}
