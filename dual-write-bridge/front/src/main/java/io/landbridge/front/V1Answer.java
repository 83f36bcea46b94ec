package io.landbridge.front;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * An answer, ready to be sent.
 *
 * @param status of HTTP
 * @param type its content type
 * @param body not to be changed by anybody
 * @param headers others than type and length, by name
 */
@SuppressWarnings("ArrayRecordComponent")
public record V1Answer(int status, String type, byte[] body, Map<String, String> headers) {

  /** The content type of what is JSON. */
  public static final String JSON = "application/json;charset=UTF-8";

  /** The content type of everything else. */
  public static final String TEXT = "text/plain;charset=UTF-8";

  private static final V1Answer DONE = text(200, "ok");

  /** Copies the headers. */
  public V1Answer {
    headers = Map.copyOf(headers);
  }

  /** An answer without headers of its own. */
  public V1Answer(int status, String type, byte[] body) {
    this(status, type, body, Map.of());
  }

  /** What was asked for is done. */
  static V1Answer done() {
    return DONE;
  }

  /** An answer in JSON. */
  public static V1Answer json(byte[] body) {
    return new V1Answer(200, JSON, body);
  }

  /** An answer in words. */
  public static V1Answer text(int status, String text) {
    return new V1Answer(status, TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  /** What a client is told whose request was refused, in the form of 1.4. */
  public static V1Answer refusal(RefusedException refused) {
    return text(refused.status(), refused.text());
  }
}
