package io.landbridge.host.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.service.LossStatus;
import io.landbridge.service.Status;
import io.landbridge.state.CatalogPosition;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * Answers of the admin API. Written with a mapper of our own: how the server's is set up differs
 * between its versions.
 */
final class Json {

  private final ObjectMapper mapper = new ObjectMapper();

  /** The envelope of every answer. */
  private record Envelope(int code, String message, @Nullable Object data) {}

  /** {@link Status}, with null in place of an empty catalog. */
  private record StatusBody(
      Status.State state,
      String reason,
      String pluginVersion,
      String server,
      String member,
      boolean leader,
      boolean ready,
      @Nullable CatalogPosition catalog,
      List<LossStatus> untranslatable,
      int untranslatableTotal) {}

  ResponseEntity<String> success(Object data) {
    return answer(200, new Envelope(0, "success", data));
  }

  ResponseEntity<String> success(Status status) {
    return success(
        new StatusBody(
            status.state(),
            status.reason(),
            status.pluginVersion(),
            status.server(),
            status.member(),
            status.leader(),
            status.ready(),
            status.catalog().orElse(null),
            status.untranslatable(),
            status.untranslatableTotal()));
  }

  ResponseEntity<String> error(int code, String message) {
    return answer(code, new Envelope(code, message, null));
  }

  private ResponseEntity<String> answer(int status, Envelope envelope) {
    try {
      return ResponseEntity.status(status)
          .contentType(MediaType.APPLICATION_JSON)
          .body(mapper.writeValueAsString(envelope));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an answer cannot be written as JSON", e);
    }
  }
}
