package io.landbridge.registry.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.landbridge.registry.Credentials;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A token that somebody else got is used as it is, and nobody logs in. */
@Timeout(30)
class TokenIT {

  private static String token(Instant end) {
    return "e30."
        + Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(
                "{\"sub\":\"u\",\"exp\":%d}".formatted(end.getEpochSecond()).getBytes(UTF_8))
        + ".c2ln";
  }

  private static FakeServer server(String token) throws Exception {
    return new FakeServer()
        .on(
            "/nacos/x",
            exchange ->
                FakeServer.answer(
                    exchange,
                    List.of("Bearer " + token)
                            .equals(exchange.getRequestHeaders().get("Authorization"))
                        ? 200
                        : 403,
                    "{}"));
  }

  private static RegistryException failure(ServerClient client) {
    return catchThrowableOfType(
        RegistryException.class, () -> client.get("/x", Map.of()).requireOk());
  }

  @Test
  void itIsSentAndNobodyLogsIn() throws Exception {
    try (FakeServer server = server("tok")) {
      assertThat(FakeServer.client(Credentials.ofToken("tok"), server).get("/x", Map.of()).ok())
          .isTrue();
      assertThat(server.requests()).containsExactly("GET /nacos/x");
    }
  }

  @Test
  void oneThatHasExpiredIsSaidToBe() throws Exception {
    String old = token(Instant.parse("2020-02-02T02:02:02Z"));
    try (FakeServer server = server("another")) {
      RegistryException failure = failure(FakeServer.client(Credentials.ofToken(old), server));

      assertThat(failure.kind()).isEqualTo(Kind.UNAUTHORISED);
      assertThat(failure.what()).isEqualTo("the token has expired at 2020-02-02T02:02:02Z");
      assertThat(failure.toString()).doesNotContain(old);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void oneThatIsRefusedForAnotherReasonIsNot() throws Exception {
    String good = token(Instant.now().plusSeconds(3600));
    try (FakeServer server = server("another")) {
      RegistryException failure = failure(FakeServer.client(Credentials.ofToken(good), server));

      assertThat(failure.kind()).isEqualTo(Kind.UNAUTHORISED);
      assertThat(failure.what()).contains("403").doesNotContain("expired");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"opaque", "a.b.c", "..", "e30.e30.e30", "e30.W10.e30", "a.eyJleHAiOiJ4In0.b"})
  void otherTokensDoNotSayWhenTheyEnd(String token) {
    assertThat(TokenExpiry.of(token)).isEmpty();
  }
}
