package io.landbridge.document;

import io.landbridge.document.hessian.HessianMap;
import io.landbridge.document.hessian.HessianReader;
import io.landbridge.document.hessian.MalformedHessianException;
import io.landbridge.dubbo.DocumentAddress.AtProvider;
import io.landbridge.dubbo.MetadataDocument;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Calls the metadata service of a provider over the Dubbo protocol: one connection, one frame there
 * and one back.
 */
final class DubboFetcher implements Fetcher<AtProvider> {

  private static final long REQUEST_ID = 1;

  /** A provider may send heartbeats; one that sends nothing else is not waited for. */
  private static final int FRAMES = 8;

  private static final int WITH_EXCEPTION = 0;
  private static final int VALUE = 1;
  private static final int NULL = 2;

  /** Added to the above when attachments follow. */
  private static final int WITH_ATTACHMENTS = 3;

  private final Duration connect;
  private final Duration answer;
  private final Reach reach;

  DubboFetcher(Duration connect, Duration answer, Reach reach) {
    this.connect = connect;
    this.answer = answer;
    this.reach = reach;
  }

  @Override
  public MetadataDocument ask(AtProvider where) throws FetchException, InterruptedException {
    String peer = peer(where);
    try (Connection connection = Connection.open(where, connect, answer, reach)) {
      connection.write(DubboFrame.request(where, REQUEST_ID, answer.toMillis()));
      for (int i = 0; i < FRAMES; i++) {
        DubboFrame head = DubboFrame.head(connection.read(DubboFrame.HEAD_BYTES), peer);
        if (head.length() < 0 || head.length() > MAX_ANSWER_BYTES) {
          throw new FetchException(
              Reason.TOO_LARGE,
              "%s answered with %d bytes; the maximum is %d"
                  .formatted(peer, Integer.toUnsignedLong(head.length()), MAX_ANSWER_BYTES));
        }
        byte[] body = connection.read(head.length());
        if (head.answers(REQUEST_ID)) {
          return document(where, head, body);
        }
      }
      throw new FetchException(Reason.NO_ANSWER, peer + " did not send an answer");
    }
  }

  /**
   * Reads an answer.
   *
   * @throws FetchException if it holds no document
   */
  static MetadataDocument document(AtProvider where, DubboFrame head, byte[] body)
      throws FetchException {
    String peer = peer(where);
    if (head.serialization() != DubboFrame.HESSIAN2) {
      throw new FetchException(
          Reason.MALFORMED,
          "%s answered with serialization %d instead of Hessian"
              .formatted(peer, head.serialization()));
    }
    HessianReader in = new HessianReader(body);
    try {
      Object first = in.read();
      if (head.status() != DubboFrame.OK) {
        throw new FetchException(
            Reason.REFUSED,
            "%s answered with status %d: %s".formatted(peer, head.status(), scalar(first)));
      }
      int kind = first instanceof Integer number ? number : -1;
      return switch (kind >= WITH_ATTACHMENTS ? kind - WITH_ATTACHMENTS : kind) {
        case VALUE -> MetadataFields.document(in.read(), in.budget());
        case NULL ->
            throw new FetchException(
                Reason.NO_SUCH_REVISION,
                "%s does not know revision %s".formatted(peer, where.revision()));
        case WITH_EXCEPTION ->
            throw new FetchException(
                Reason.REFUSED, "%s refused: %s".formatted(peer, cause(in.read())));
        default -> throw new FetchException(Reason.MALFORMED, peer + " answered with no result");
      };
    } catch (MalformedHessianException e) {
      throw new FetchException(
          Reason.MALFORMED,
          "%s answered with malformed Hessian: %s".formatted(peer, e.getMessage()),
          e);
    }
  }

  private static String peer(AtProvider where) {
    return "the provider at " + where.ip() + ":" + where.port();
  }

  /** What is said of a failure is a text; anything else may be large, or refer to itself. */
  private static String scalar(@Nullable Object said) {
    return said instanceof String text ? FetchException.quote(text) : "without a reason";
  }

  private static String cause(@Nullable Object exception) {
    return exception instanceof HessianMap fields
        ? FetchException.quote(fields.type() + ": " + message(fields.get("detailMessage")))
        : "without a reason";
  }

  private static String message(@Nullable Object text) {
    return text instanceof String string ? string : "";
  }
}
