package io.landbridge.migrate.guard;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Collects an answer of at most so many bytes. Confined to the threads of one exchange. */
final class BoundedBody implements BodySubscriber<byte[]> {

  private final int limit;
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
  private @Nullable Subscription subscription;

  BoundedBody(int limit) {
    this.limit = limit;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer each : buffers) {
      if (collected.size() + each.remaining() > limit) {
        if (subscription != null) {
          subscription.cancel();
        }
        body.completeExceptionally(
            new IOException("the answer has more than %d bytes".formatted(limit)));
        return;
      }
      byte[] bytes = new byte[each.remaining()];
      each.get(bytes);
      collected.write(bytes, 0, bytes.length);
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(collected.toByteArray());
  }
}
