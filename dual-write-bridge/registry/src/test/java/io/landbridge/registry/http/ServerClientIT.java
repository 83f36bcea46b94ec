package io.landbridge.registry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import io.landbridge.registry.Credentials;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of servers that are away, silent, endless, refusing or broken. */
@Timeout(30)
class ServerClientIT {

  private static final Credentials USER = new Credentials("nacos", "hunter2");

  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void letGo() {
    end.countDown();
  }

  private void hang(HttpExchange exchange) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }

  private static RegistryException failure(ServerClient client) {
    return catchThrowableOfType(
        RegistryException.class, () -> client.get("/x", Map.of()).requireJson());
  }

  @Test
  void aServerThatIsAway() throws Exception {
    FakeServer server = new FakeServer();
    server.close();

    RegistryException failure = failure(FakeServer.client(server));

    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure).hasMessageContaining("refused").hasMessageContaining("/nacos/x");
  }

  @Test
  void aServerThatDoesNotAnswer() throws Exception {
    try (FakeServer server = new FakeServer().on("/", this::hang)) {
      RegistryException failure = failure(FakeServer.client(server));

      assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure).hasMessageContaining("no complete answer");
    }
  }

  @Test
  void aServerThatStopsInTheMiddle() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on(
                "/",
                exchange -> {
                  exchange.sendResponseHeaders(200, 100);
                  exchange.getResponseBody().write('{');
                  exchange.getResponseBody().flush();
                  hang(exchange);
                })) {
      RegistryException failure = failure(FakeServer.client(server));

      assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure).hasMessageContaining("no complete answer");
    }
  }

  @Test
  void anEndlessAnswer() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on(
                "/",
                exchange -> {
                  exchange.sendResponseHeaders(200, 0);
                  byte[] block = new byte[4096];
                  while (end.getCount() > 0) {
                    exchange.getResponseBody().write(block);
                  }
                })) {
      RegistryException failure = failure(FakeServer.client(server));

      assertThat(failure.kind()).isEqualTo(Kind.TOO_LARGE);
    }
  }

  @Test
  void anAnswerOfTheLargestSizeIsRead() throws Exception {
    try (FakeServer server = new FakeServer().on("/", 200, "x".repeat(10_000))) {
      assertThat(FakeServer.client(server).get("/x", Map.of()).text()).hasSize(10_000);
    }
  }

  @Test
  void garbage() throws Exception {
    try (FakeServer server =
        new FakeServer().on("/", 200, "<html>\u001b[31m<body>Hello\nthere</body></html>")) {
      RegistryException failure = failure(FakeServer.client(server));

      assertThat(failure.kind()).isEqualTo(Kind.UNEXPECTED_ANSWER);
      assertThat(failure.what()).isEqualTo("unexpected answer: not JSON: [31m Hello there");
    }
  }

  @Test
  void aBrokenServer() throws Exception {
    try (FakeServer server =
        new FakeServer().on("/", 500, "{\"message\": \"" + "boom ".repeat(100) + "\"}")) {
      RegistryException failure = failure(FakeServer.client(server));

      assertThat(failure.kind()).isEqualTo(Kind.UNEXPECTED_ANSWER);
      assertThat(failure.what()).startsWith("unexpected answer: status 500 (boom boom");
      assertThat(failure.what().length()).isLessThan(300);
    }
  }

  @Test
  void redirectsAreNotFollowed() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on(
                "/nacos/x",
                exchange -> {
                  exchange.getResponseHeaders().add("Location", "/elsewhere");
                  FakeServer.answer(exchange, 302, "");
                })
            .on("/elsewhere", 200, "{}")) {
      assertThat(failure(FakeServer.client(server)).kind()).isEqualTo(Kind.UNEXPECTED_ANSWER);
      assertThat(server.requests()).containsExactly("GET /nacos/x");
    }
  }

  @Test
  void theNextServerIsAskedAndPreferredFromThenOn() throws Exception {
    FakeServer away = new FakeServer();
    away.close();
    try (FakeServer busy = new FakeServer().on("/", 503, "starting");
        FakeServer well = new FakeServer().on("/", 200, "{}")) {
      ServerClient client = FakeServer.client(away, busy, well);

      assertThat(client.get("/x", Map.of()).server()).isEqualTo(well.address());
      assertThat(client.get("/x", Map.of()).server()).isEqualTo(well.address());

      assertThat(busy.requests()).hasSize(1);
    }
  }

  @Test
  void howBusyAServerIsComesFromWhateverTells() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on("/", 404, "")
            .on("/nacos/v1/ns/operator/metrics", 200, "{\"cpu\":0.25}")) {
      ServerClient client = FakeServer.client(server);

      for (int i = 0; i < 2; i++) {
        assertThat(client.processorShare(server.address()))
            .contains(new ProcessorShare(0.25, false));
      }

      // What told is asked first the second time.
      assertThat(server.requests()).hasSize(4);
      assertThat(client.calledAs("other").requests()).isEqualTo(4);
    }
  }

  @Test
  void aServerThatDoesNotTellHowBusyItIsIsNotAskedUnderALimit() throws Exception {
    try (FakeServer server = new FakeServer().on("/", 404, "").on("/nacos/x", 200, "{}")) {
      ServerClient client = FakeServer.client(server);

      assertThat(client.processorShare(server.address())).isEmpty();
      assertThat(failure(client.below(new ProcessorLimit(50))).kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(server.requests()).doesNotContain("GET /nacos/x");
    }
  }

  @Test
  void whenAllFailEachIsNamed() throws Exception {
    FakeServer one = new FakeServer();
    one.close();
    try (FakeServer other = new FakeServer().on("/", 503, "starting")) {
      RegistryException failure = failure(FakeServer.client(one, other));

      assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(failure)
          .hasMessageContaining("none of 2 servers")
          .hasMessageContaining(one.address().toString())
          .hasMessageContaining("starting");
    }
  }

  @Test
  void aTokenIsFetchedOnceAndAgainWhenRefused() throws Exception {
    try (FakeServer server = new FakeServer()) {
      server
          .on("/nacos/v3/auth/user/login", 404, "")
          .on(
              "/nacos/v1/auth/login",
              exchange ->
                  FakeServer.answer(
                      exchange, 200, "{\"accessToken\":\"t%d\"}".formatted(logins(server))))
          .on("/nacos/x", exchange -> onlyWith("Bearer t2", exchange));
      ServerClient client = FakeServer.client(USER, server);

      assertThat(client.get("/x", Map.of()).ok()).isTrue();
      assertThat(client.get("/x", Map.of()).ok()).isTrue();

      assertThat(server.requests())
          .containsExactly(
              "POST /nacos/v3/auth/user/login",
              "POST /nacos/v1/auth/login",
              "GET /nacos/x",
              "POST /nacos/v3/auth/user/login",
              "POST /nacos/v1/auth/login",
              "GET /nacos/x",
              "GET /nacos/x");
    }
  }

  private static long logins(FakeServer server) {
    return server.requests().stream().filter(each -> each.contains("/v1/auth/login")).count();
  }

  private static void onlyWith(String authorization, HttpExchange exchange) throws IOException {
    boolean known = authorization.equals(exchange.getRequestHeaders().getFirst("Authorization"));
    FakeServer.answer(exchange, known ? 200 : 403, "{}");
  }

  @Test
  void aServerWithoutALoginIsAskedForOneOnlyOnce() throws Exception {
    try (FakeServer server = new FakeServer().on("/nacos/x", 200, "{}").on("/nacos/v", 404, "")) {
      ServerClient client = FakeServer.client(USER, server);

      client.get("/x", Map.of());
      client.get("/x", Map.of());

      assertThat(server.requests()).filteredOn(each -> each.contains("login")).hasSize(2);
    }
  }

  @Test
  void aWrongPasswordIsNamedWithoutBeingShown() throws Exception {
    try (FakeServer server = new FakeServer().on("/", 403, "unknown user!")) {
      RegistryException failure = failure(FakeServer.client(USER, server));

      assertThat(failure.kind()).isEqualTo(Kind.UNAUTHORISED);
      assertThat(failure).hasMessageContaining("'nacos'");
      assertThat(failure.getMessage()).doesNotContain("hunter2");
      assertThat(server.requests()).noneMatch(each -> each.contains("hunter2"));
      assertThat(USER.toString()).doesNotContain("hunter2");
    }
  }

  @Test
  void aWrongPasswordAnsweredWithStatusZero() throws Exception {
    try (FakeServer server = new FakeServer().on("/", 0, "unknown user!")) {
      assertThat(failure(FakeServer.client(USER, server)).kind()).isEqualTo(Kind.UNAUTHORISED);
      assertThat(failure(FakeServer.client(server)).kind()).isEqualTo(Kind.UNEXPECTED_ANSWER);
    }
  }

  @Test
  void interruptionEndsTheRequest() throws Exception {
    try (FakeServer server = new FakeServer().on("/", this::hang)) {
      Thread.currentThread().interrupt();

      RegistryException failure = failure(FakeServer.client(server));

      assertThat(failure.kind()).isEqualTo(Kind.INTERRUPTED);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

  @Test
  void aConnectionIsUsedAgain() throws Exception {
    try (RawServer server =
        new RawServer(
            connection -> {
              for (int i = 0; i < 20; i++) {
                RawServer.readRequest(connection);
                RawServer.write(connection, OK);
              }
            })) {
      ServerClient client = server.client();
      for (int i = 0; i < 20; i++) {
        assertThat(client.get("/x", Map.of()).text()).isEqualTo("{}");
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  /** As servers do with those that were idle, without telling before. */
  @Test
  void aConnectionThatWasClosedIsReplaced() throws Exception {
    try (RawServer server =
        new RawServer(
            connection -> {
              RawServer.readRequest(connection);
              RawServer.write(connection, OK);
            })) {
      ServerClient client = server.client();
      for (int i = 0; i < 5; i++) {
        assertThat(client.get("/x", Map.of()).text()).isEqualTo("{}");
      }
      assertThat(server.connections()).isEqualTo(5);
    }
  }

  @Test
  void aServerThatHangsUpIsAskedTwice() throws Exception {
    try (RawServer server = new RawServer(RawServer::readRequest)) {
      RegistryException failure = failure(server.client());

      assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure).hasMessageContaining("connection lost");
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  /** Each byte comes in time, the answer never. */
  @Test
  void aServerThatAnswersTooSlowly() throws Exception {
    try (RawServer server =
        new RawServer(
            connection -> {
              RawServer.write(connection, "HTTP/1.1 200 OK\r\nX: ");
              while (!end.await(100, TimeUnit.MILLISECONDS)) {
                RawServer.write(connection, "x");
              }
            })) {
      RegistryException failure = failure(server.client());

      assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure).hasMessageContaining("no complete answer within 2000 ms");
    }
  }

  @Test
  void aServerThatReadsTooSlowly() throws Exception {
    try (RawServer server = new RawServer(connection -> end.await())) {
      RegistryException failure =
          catchThrowableOfType(
              RegistryException.class,
              () -> server.client().put("/x", Map.of(), "x".repeat(32 << 20)));

      assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure).hasMessageContaining("no complete answer within 2000 ms");
    }
  }

  @Test
  void aServerOfAnotherProtocol() throws Exception {
    try (RawServer server =
        new RawServer(connection -> RawServer.write(connection, "SSH-2.0-OpenSSH_9.2\r\n"))) {
      RegistryException failure = failure(server.client());

      assertThat(failure.kind()).isEqualTo(Kind.UNEXPECTED_ANSWER);
      assertThat(failure).hasMessageContaining("not HTTP");
    }
  }

  private static List<Map<String, String>> numbered(int count) {
    return IntStream.range(0, count).mapToObj(i -> Map.of("i", String.valueOf(i))).toList();
  }

  private static void echo(Socket connection, String request) throws IOException {
    String number = request.replaceAll("(?s).*[?]i=(\\d+).*", "$1");
    RawServer.write(
        connection,
        "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s".formatted(number.length(), number));
  }

  @Test
  void severalAreSentBeforeTheFirstIsAnswered() throws Exception {
    try (RawServer server =
        new RawServer(
            connection -> {
              List<String> requests = new ArrayList<>();
              for (int i = 0; i < 3; i++) {
                requests.add(RawServer.readRequest(connection));
              }
              for (String each : requests) {
                echo(connection, each);
              }
              RawServer.readRequest(connection);
            })) {
      assertThat(server.client().putAll("/x", numbered(3)))
          .extracting(each -> each.get().text())
          .containsExactly("0", "1", "2");
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void whatAServerLeavesUnansweredIsSentAgain() throws Exception {
    try (RawServer server =
        new RawServer(
            connection -> {
              for (int i = 0; i < 2; i++) {
                echo(connection, RawServer.readRequest(connection));
              }
            })) {
      assertThat(server.client().putAll("/x", numbered(40)))
          .extracting(each -> each.get().text())
          .containsExactlyElementsOf(IntStream.range(0, 40).mapToObj(String::valueOf).toList());
    }
  }

  /** As Tomcat does, which closes a connection after each answer of 500. */
  @Test
  void whoClosesTheConnectionAfterEachGetsEachTwiceAtMost() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (RawServer server =
        new RawServer(
            connection -> {
              RawServer.readRequest(connection);
              asked.incrementAndGet();
              RawServer.write(
                  connection,
                  "HTTP/1.1 500 Failed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
            })) {
      ServerClient client = server.client();

      assertThat(client.putAll("/x", numbered(40)))
          .allMatch(each -> each.value().orElseThrow().status() == 500);
      // The first answer may be lost with what was not read.
      assertThat(client.requests()).isLessThanOrEqualTo(32 + 40);
      assertThat(asked.get()).isBetween(40, 41);
    }
  }

  @Test
  void whereNobodyAnswersNotEverythingIsTried() throws Exception {
    try (FakeServer server = new FakeServer().on("/", this::hang)) {
      assertThat(FakeServer.client(server).putAll("/x", numbered(40)))
          .hasSize(40)
          .allMatch(each -> each.failure().orElseThrow().kind() == Kind.UNREACHABLE);
      assertThat(server.requests()).hasSizeLessThanOrEqualTo(2);
    }
  }

  @Test
  void anotherServerIsAskedForWhatOneIsTooBusyFor() throws Exception {
    try (FakeServer busy = new FakeServer().on("/", 503, "busy");
        FakeServer other = new FakeServer().on("/", 200, "ok")) {
      assertThat(FakeServer.client(busy, other).putAll("/x", numbered(3)))
          .extracting(each -> each.get().text())
          .containsExactly("ok", "ok", "ok");
    }
  }

  /** As Tomcat does after 100 of them. */
  @Test
  void noMoreIsSentThanAConnectionCarries() throws Exception {
    AtomicInteger most = new AtomicInteger(60);
    try (RawServer server =
        new RawServer(
            connection -> {
              for (int i = 1; ; i++) {
                String request = RawServer.readRequest(connection);
                boolean last = i == most.get();
                RawServer.write(
                    connection,
                    "HTTP/1.1 200 OK\r\n%sContent-Length: 0\r\n\r\n"
                        .formatted(last ? "Connection: close\r\n" : ""));
                if (last || request.isEmpty()) {
                  break;
                }
              }
            })) {
      ServerClient client = server.client();
      // The first time, what is sent beyond that is lost.
      assertThat(client.putAll("/x", numbered(100))).allMatch(each -> each.value().isPresent());
      assertThat(client.requests()).isGreaterThan(100);

      long before = client.requests();
      assertThat(client.putAll("/x", numbered(100))).allMatch(each -> each.value().isPresent());
      assertThat(client.requests() - before).isEqualTo(100);
      assertThat(server.connections()).isEqualTo(4);

      // It carries as much as anybody wants from now on.
      most.set(0);
      assertThat(client.putAll("/x", numbered(200))).allMatch(each -> each.value().isPresent());
      assertThat(client.requests() - before).isEqualTo(300);
      assertThat(server.connections()).isEqualTo(4);
    }
  }
}
