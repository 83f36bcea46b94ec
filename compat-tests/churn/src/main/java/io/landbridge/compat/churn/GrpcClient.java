package io.landbridge.compat.churn;

import io.landbridge.compat.load.wire.ClientListener;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import io.landbridge.compat.load.wire.WireException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A client of 2.x: what it registers lives as long as its connection. */
final class GrpcClient implements Client {

  /** Of its answers to the server's own question, after 20 s, that one loses some. */
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final Subject subject;
  private final WireClient client;
  private volatile boolean over;

  GrpcClient(Wire wire, String server, Subject subject, Runnable lost) {
    this.subject = subject;
    this.client =
        join(
            WireClient.connect(
                wire,
                ClientOptions.of(List.of(ServerEndpoint.parse(server)))
                    .withNamespace(subject.service().namespace())
                    .withTimeouts(TIMEOUT, TIMEOUT)
                    .withKeepAlive(KEEP_ALIVE),
                new ClientListener() {
                  @Override
                  public void disconnected(ServerEndpoint from, WireException reason) {
                    if (!over) {
                      subject.excuse("lost its connection: " + reason.getMessage());
                      lost.run();
                    }
                  }
                }));
  }

  @Override
  public void register(State state) {
    join(
        state.ephemeral()
            ? client.register(subject.service(), instance(state))
            : client.registerPersistent(subject.service(), instance(state)));
  }

  @Override
  public void deregister(State state) {
    join(
        state.ephemeral()
            ? client.deregister(subject.service(), instance(state))
            : client.deregisterPersistent(subject.service(), instance(state)));
    over = true;
    client.close();
  }

  @Override
  public void kill() {
    over = true;
    client.breakConnection();
    // It does not connect again.
    client.close();
  }

  @Override
  public void end() {
    over = true;
    client.close();
  }

  @Override
  public boolean beats() {
    return false;
  }

  @Override
  public void fallSilent() {
    throw new UnsupportedOperationException("a connection is not silent");
  }

  @Override
  public void wakeUp() {
    throw new UnsupportedOperationException("a connection is not silent");
  }

  private Instance instance(State state) {
    int colon = subject.address().indexOf(':');
    return new Instance(
        subject.address().substring(0, colon),
        Integer.parseInt(subject.address().substring(colon + 1)),
        state.weight(),
        state.healthy(),
        state.enabled(),
        state.label(),
        state.metadata());
  }

  private static <T> T join(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw new ChurnException("a request over gRPC failed: " + e.getCause());
    }
  }
}
