package io.landbridge.registry.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;

/** Collects an answer, and gives up as soon as it is larger, or takes longer, than allowed. */
final class LimitedBody implements BodySubscriber<byte[]> {

  private final int maxBytes;
  private final Duration limit;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> result = new CompletableFuture<>();

  /**
   * Makes it.
   *
   * @param maxBytes how large the answer may be
   * @param limit how long it may take, from now on; then {@link #getBody} ends with a {@link
   *     java.util.concurrent.TimeoutException}
   */
  LimitedBody(int maxBytes, Duration limit) {
    this.maxBytes = maxBytes;
    this.limit = limit;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return result;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    var unused =
        result
            .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete(
                (body, failure) -> {
                  if (failure != null) {
                    given.cancel();
                  }
                });
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (bytes.size() + (long) buffer.remaining() > maxBytes) {
        result.completeExceptionally(new TooLarge(maxBytes));
        return;
      }
      byte[] part = new byte[buffer.remaining()];
      buffer.get(part);
      bytes.write(part, 0, part.length);
    }
  }

  @Override
  public void onError(Throwable failure) {
    result.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    result.complete(bytes.toByteArray());
  }

  /** The answer was larger than allowed. */
  static final class TooLarge extends IOException {

    private static final long serialVersionUID = 1L;

    TooLarge(int maxBytes) {
      super("the answer has more than " + maxBytes + " bytes");
    }
  }
}
