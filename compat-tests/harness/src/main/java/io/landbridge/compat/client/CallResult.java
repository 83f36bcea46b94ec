package io.landbridge.compat.client;

import com.fasterxml.jackson.databind.JsonNode;

/** What became of one call of a consumer. */
public sealed interface CallResult {

  /** The interface's name. */
  String service();

  /** The method's name. */
  String method();

  /**
   * Answered, and with what the method promises.
   *
   * @param answer as text
   * @param by which process
   * @param millis how long the call took
   */
  record Answered(String service, String method, String answer, Answerer by, long millis)
      implements CallResult {}

  /** The registry listed no provider for the service. */
  record NoProvider(String service, String method, String message) implements CallResult {}

  /**
   * The registry listed providers, but no connection to any of them stood. Only Dubbo 3 tells; with
   * 2.7 it is {@link Failed}.
   */
  record Unreachable(String service, String method, String message) implements CallResult {}

  /**
   * Anything else: no connection, a timeout, a wrong answer.
   *
   * @param error the class of the exception, and Dubbo's code where there is one
   */
  record Failed(String service, String method, String error, String message)
      implements CallResult {}

  /** Reads what the program says. */
  static CallResult of(JsonNode json) {
    String service = json.path("interface").asText();
    String method = json.path("method").asText();
    String message = json.path("message").asText();
    String kind = json.path("kind").asText();
    return switch (kind) {
      case "answered" ->
          new Answered(
              service,
              method,
              json.path("answer").asText(),
              Answerer.of(json),
              json.path("millis").asLong());
      case "no-provider" -> new NoProvider(service, method, message);
      case "unreachable" -> new Unreachable(service, method, message);
      case "failed" -> new Failed(service, method, json.path("error").asText(), message);
      default -> throw new IllegalArgumentException("Unknown kind of outcome: " + json);
    };
  }
}
