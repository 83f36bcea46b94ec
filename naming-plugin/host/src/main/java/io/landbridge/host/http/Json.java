package io.landbridge.host.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.service.answer.EntryStatus;
import io.landbridge.service.answer.HeldStatus;
import io.landbridge.service.answer.LossStatus;
import io.landbridge.service.answer.Page;
import io.landbridge.service.answer.Status;
import io.landbridge.service.answer.SuspensionStatus;
import io.landbridge.state.CatalogPosition;
import java.util.List;
import java.util.OptionalLong;
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
  private record Envelope(
      int code,
      String message,
      @Nullable Long applied,
      @Nullable String next,
      @Nullable Object data) {}

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
      int untranslatableTotal,
      HeldStatus held,
      SuspensionStatus suspension,
      EntryStatus entries) {}

  /**
   * Writes an answer.
   *
   * @param applied how many entries of the log it reflects, at least; empty where there is no log
   * @param data what was asked for: of a page its items and its cursor
   */
  ResponseEntity<String> success(OptionalLong applied, Object data) {
    if (data instanceof Page<?> page) {
      @Nullable String next = page.next().isEmpty() ? null : page.next();
      return answer(200, new Envelope(0, "success", boxed(applied), next, page.items()));
    }
    Object written = data instanceof Status status ? body(status) : data;
    return answer(200, new Envelope(0, "success", boxed(applied), null, written));
  }

  private static StatusBody body(Status status) {
    return new StatusBody(
        status.state(),
        status.reason(),
        status.pluginVersion(),
        status.server(),
        status.member(),
        status.leader(),
        status.ready(),
        status.catalog().orElse(null),
        status.untranslatable(),
        status.untranslatableTotal(),
        status.held(),
        status.suspension(),
        status.entries());
  }

  ResponseEntity<String> error(int code, String message) {
    return answer(code, new Envelope(code, message, null, null, null));
  }

  private static @Nullable Long boxed(OptionalLong number) {
    return number.isPresent() ? number.getAsLong() : null;
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
