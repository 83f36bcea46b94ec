package io.landbridge.front.forward;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.landbridge.front.V1Answer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ForwarderIT {

  private final Forwarder forwarder = new Forwarder(2, Duration.ofSeconds(1));
  private final List<String> received = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    forwarder.close();
  }

  @Test
  void handsOnWhatCameAndBackWhatIsAnswered() throws Exception {
    HttpServer member = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    member.createContext(
        "/",
        exchange -> {
          received.add(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI()
                  + " "
                  + exchange.getRequestHeaders().getFirst("User-Agent")
                  + " "
                  + exchange.getRequestHeaders().getFirst("Client-Version")
                  + " "
                  + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          byte[] body = "{\"code\":20404}".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(418, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    member.start();
    try {
      V1Answer answer =
          forwarder
              .forward(
                  "127.0.0.1:" + member.getAddress().getPort(),
                  new Forwarder.Request(
                      "PUT",
                      "/nacos/v1/ns/instance/beat?a=%7B",
                      Map.of("Client-Version", "Nacos-Java-Client:v1.4.6"),
                      "beat=x".getBytes(StandardCharsets.UTF_8)))
              .get(10, TimeUnit.SECONDS);
      assertThat(answer.status()).isEqualTo(418);
      assertThat(answer.type()).isEqualTo("application/json");
      assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("{\"code\":20404}");
      assertThat(received)
          .containsExactly(
              "PUT /nacos/v1/ns/instance/beat?a=%7B Nacos-Server:v1.4.0"
                  + " Nacos-Java-Client:v1.4.6 beat=x");
    } finally {
      member.stop(0);
    }
  }

  @Test
  void aMemberThatDoesNotAnswerTakesNoMorePlacesThanThereAre() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      String member = "127.0.0.1:" + silent.getLocalPort();
      CompletableFuture<V1Answer> first = forwarder.forward(member, request());
      CompletableFuture<V1Answer> second = forwarder.forward(member, request());
      assertThat(forwarder.forward(member, request()).getNow(null).status()).isEqualTo(503);
      assertThat(first.get(10, TimeUnit.SECONDS).status()).isEqualTo(500);
      assertThat(second.get(10, TimeUnit.SECONDS).status()).isEqualTo(500);
      assertThat(forwarder.refused()).isEqualTo(1);
      assertThat(forwarder.forwarded()).isEqualTo(2);
    }
  }

  @Test
  void aMemberThatIsGoneIsSaidToBe() throws Exception {
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress("127.0.0.1", 0));
      String member = "127.0.0.1:" + taken.getLocalPort();
      V1Answer answer = forwarder.forward(member, request()).get(10, TimeUnit.SECONDS);
      assertThat(answer.status()).isEqualTo(500);
      assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains(member);
    }
    assertThat(forwarder.forward("not an address", request()).getNow(null).status()).isEqualTo(500);
  }

  private static Forwarder.Request request() {
    return new Forwarder.Request("GET", "/nacos/v1/ns/instance/list", Map.of(), new byte[0]);
  }
}
