package io.landbridge.compat.load.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.landbridge.compat.load.wire.proto.Payload;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One connection to one server, from the handshake on. When it breaks it stays broken.
 *
 * <p>Safe for use from any thread.
 */
final class WireConnection implements AutoCloseable {

  /** Reported by the server; some of what it does depends on the kind and age of a client. */
  private static final String CLIENT_VERSION = "Nacos-Java-Client:v2.5.1";

  private static final Duration ASK_AGAIN = Duration.ofMillis(20);

  private final Wire wire;
  private final ServerEndpoint server;
  private final Duration requestTimeout;
  private final boolean withoutMetadata;
  private final Listener listener;
  private final ManagedChannel channel;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final CompletableFuture<WireConnection> accepted = new CompletableFuture<>();
  private @Nullable StreamObserver<Payload> outbound;
  private volatile long lastAnswerNanos = System.nanoTime();

  private WireConnection(
      Wire wire, ServerEndpoint server, ClientOptions options, Listener listener) {
    this.wire = wire;
    this.server = server;
    this.requestTimeout = options.requestTimeout();
    this.withoutMetadata = options.withoutMetadata();
    this.listener = listener;
    this.channel = wire.channel(server);
  }

  /** Told on a thread of the wire. */
  interface Listener {

    /** The server says what is in a service now. */
    void pushed(Message push, int bytes);

    /** It is gone, told once, and never before it was accepted nor after it was closed. */
    void ended(WireException reason);
  }

  /**
   * Connects.
   *
   * @return completes once the server has accepted the client, so that requests are answered;
   *     exceptionally with {@link WireException.Kind#UNREACHABLE} when it has not within the
   *     timeout of the options
   */
  static CompletableFuture<WireConnection> open(
      Wire wire, ServerEndpoint server, ClientOptions options, Listener listener) {
    WireConnection connection = new WireConnection(wire, server, options, listener);
    connection.shakeHands(options);
    wire.later(
        options.connectTimeout(),
        () -> connection.refuse("not accepted within " + options.connectTimeout()));
    return connection.accepted;
  }

  ServerEndpoint server() {
    return server;
  }

  /** When it last heard of the server, as {@link System#nanoTime}. */
  long lastAnswerNanos() {
    return lastAnswerNanos;
  }

  /**
   * Sends a request.
   *
   * @return completes with the answer when it says that the request was carried out; exceptionally
   *     with a {@link WireException} otherwise, after the request timeout at the latest
   */
  CompletableFuture<Message> request(Message message) {
    CompletableFuture<Message> answer = new CompletableFuture<>();
    ClientCalls.asyncUnaryCall(
        channel.newCall(
            WireMethods.REQUEST,
            CallOptions.DEFAULT.withDeadlineAfter(
                requestTimeout.toMillis(), TimeUnit.MILLISECONDS)),
        message.payload(),
        new StreamObserver<>() {
          @Override
          public void onNext(Payload payload) {
            lastAnswerNanos = System.nanoTime();
            try {
              answer.complete(Message.read(payload).successful());
            } catch (WireException e) {
              answer.completeExceptionally(e);
            }
          }

          @Override
          public void onError(Throwable problem) {
            answer.completeExceptionally(failure(message.type(), problem));
          }

          @Override
          public void onCompleted() {
            // Without an answer before, which no server does; else this changes nothing.
            answer.completeExceptionally(
                new WireException(
                    WireException.Kind.MALFORMED, message.type() + " was answered with nothing"));
          }
        });
    return answer;
  }

  boolean isEnded() {
    return ended.get();
  }

  /** Breaks it from this side and tells the listener. */
  void abandon(String reason) {
    end(new WireException(WireException.Kind.BROKEN, reason));
  }

  /** Ends it without telling the listener; the server removes what the client registered. */
  @Override
  public void close() {
    if (ended.compareAndSet(false, true)) {
      accepted.completeExceptionally(
          new WireException(WireException.Kind.NOT_CONNECTED, "closed while connecting"));
      channel.shutdownNow();
    }
  }

  private void shakeHands(ClientOptions options) {
    var unused =
        request(Message.of("ServerCheckRequest"))
            .whenComplete(
                (check, problem) -> {
                  if (problem != null) {
                    refuse(String.valueOf(problem.getMessage()));
                    return;
                  }
                  setUp(options);
                  if (!check.body().path("supportAbilityNegotiation").asBoolean()) {
                    // An older server says nothing when it is done; it can be asked.
                    askWhetherAccepted();
                  }
                });
  }

  private void setUp(ClientOptions options) {
    ObjectNode body = Message.JSON.createObjectNode();
    body.put("clientVersion", CLIENT_VERSION);
    body.put("tenant", options.namespace());
    body.putObject("labels")
        .put("source", "sdk")
        .put("module", "naming")
        .put("AppName", options.application());
    // Before 2.3 under this name, later as a table; an empty one asks for the table of the server.
    body.putObject("abilities");
    body.putObject("abilityTable");
    synchronized (this) {
      outbound =
          ClientCalls.asyncBidiStreamingCall(
              channel.newCall(WireMethods.STREAM, CallOptions.DEFAULT), new Inbound());
    }
    send(new Message("ConnectionSetupRequest", body));
  }

  private void askWhetherAccepted() {
    if (ended.get()) {
      return;
    }
    var unused =
        request(Message.of("HealthCheckRequest"))
            .whenComplete(
                (answer, problem) -> {
                  if (problem == null) {
                    accepted.complete(this);
                  } else {
                    wire.later(ASK_AGAIN, this::askWhetherAccepted);
                  }
                });
  }

  private void receive(Message request, int bytes) {
    switch (request.type()) {
      case "SetupAckRequest" -> accepted.complete(this);
      case "ClientDetectionRequest" -> send(Message.answer("ClientDetectionResponse", request));
      case "NotifySubscriberRequest" -> {
        send(Message.answer("NotifySubscriberResponse", request));
        listener.pushed(request, bytes);
      }
      case "ConnectResetRequest" -> {
        send(Message.answer("ConnectResetResponse", request));
        abandon("the server asked to go elsewhere");
      }
      default -> send(Message.unknown(request));
    }
  }

  private synchronized void send(Message message) {
    if (outbound != null && !ended.get()) {
      outbound.onNext(message.payload());
    }
  }

  private void refuse(String reason) {
    if (accepted.completeExceptionally(
        new WireException(WireException.Kind.UNREACHABLE, server + ": " + reason))) {
      ended.set(true);
      channel.shutdownNow();
    }
  }

  private void end(WireException reason) {
    refuse(String.valueOf(reason.getMessage()));
    if (ended.compareAndSet(false, true)) {
      channel.shutdownNow();
      listener.ended(reason);
    }
  }

  private WireException failure(String what, Throwable problem) {
    Status status = Status.fromThrowable(problem);
    WireException.Kind kind =
        status.getCode() == Status.Code.DEADLINE_EXCEEDED
            ? WireException.Kind.TIMEOUT
            : WireException.Kind.BROKEN;
    return new WireException(kind, what + " at " + server + ": " + status);
  }

  /** What the server asks of the client. */
  private final class Inbound implements StreamObserver<Payload> {

    @Override
    public void onNext(Payload payload) {
      lastAnswerNanos = System.nanoTime();
      try {
        receive(
            withoutMetadata ? Message.readWithoutMetadata(payload) : Message.read(payload),
            payload.getSerializedSize());
      } catch (WireException e) {
        end(e);
      }
    }

    @Override
    public void onError(Throwable problem) {
      end(failure("the stream", problem));
    }

    @Override
    public void onCompleted() {
      end(new WireException(WireException.Kind.BROKEN, server + " ended the stream"));
    }
  }
}
