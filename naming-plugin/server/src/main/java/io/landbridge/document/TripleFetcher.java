package io.landbridge.document;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.landbridge.dubbo.DocumentAddress.AtProvider;
import io.landbridge.dubbo.MetadataDocument;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Calls the metadata service of a provider over Triple, which is gRPC with headers of its own, by
 * the gRPC that every server brings. Dubbo 3.0 to 3.2 have the first of the two services, 3.3 has
 * both and announces the second.
 */
final class TripleFetcher implements Fetcher<AtProvider> {

  private static final String SERVICE = "org.apache.dubbo.metadata.MetadataService";
  private static final String SECOND = SERVICE + "V2";
  private static final String FIRST_VERSION = "1.0.0";
  private static final String SECOND_VERSION = "2.0.0";

  private static final Metadata.Key<String> GROUP =
      Metadata.Key.of("tri-service-group", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> VERSION =
      Metadata.Key.of("tri-service-version", Metadata.ASCII_STRING_MARSHALLER);

  private final Duration connect;
  private final Duration answer;
  private final Reach reach;

  TripleFetcher(Duration connect, Duration answer, Reach reach) {
    this.connect = connect;
    this.answer = answer;
    this.reach = reach;
  }

  @Override
  public MetadataDocument ask(AtProvider where) throws FetchException, InterruptedException {
    String peer = "the provider at " + where.ip() + ":" + where.port();
    boolean second = isSecond(where);
    byte[] message =
        call(
            where,
            peer,
            second ? SECOND + "/GetMetadataInfo" : SERVICE + "/getMetadataInfo",
            second
                ? TripleMessages.plain(where.revision())
                : TripleMessages.wrapped(where.revision()));
    return second ? TripleMessages.document(message, peer) : TripleMessages.unwrap(message, peer);
  }

  private static boolean isSecond(AtProvider where) {
    return where.serviceVersion().equals(SECOND_VERSION);
  }

  private byte[] call(AtProvider where, String peer, String method, byte[] request)
      throws FetchException, InterruptedException {
    long begin = System.nanoTime();
    InetSocketAddress address = reach.find(where, connect);
    ManagedChannel channel =
        ManagedChannelBuilder.forAddress(address.getAddress().getHostAddress(), address.getPort())
            .usePlaintext()
            .directExecutor()
            .offloadExecutor(Runnable::run)
            .proxyDetector(target -> null)
            .disableRetry()
            .disableServiceConfigLookUp()
            .maxInboundMessageSize(MAX_ANSWER_BYTES)
            .build();
    try {
      CompletableFuture<byte[]> result = new CompletableFuture<>();
      start(channel, where, method, request, begin, result);
      return result(channel, where, peer, result);
    } finally {
      channel.shutdownNow();
    }
  }

  private void start(
      ManagedChannel channel,
      AtProvider where,
      String method,
      byte[] request,
      long begin,
      CompletableFuture<byte[]> result) {
    long left = answer.toNanos() - (System.nanoTime() - begin);
    Metadata headers = new Metadata();
    headers.put(GROUP, where.application().name().value());
    headers.put(VERSION, isSecond(where) ? SECOND_VERSION : FIRST_VERSION);
    ClientCall<byte[], byte[]> call =
        channel.newCall(
            MethodDescriptor.newBuilder(Bytes.PLAIN, Bytes.PLAIN)
                .setType(MethodType.UNARY)
                .setFullMethodName(method)
                .build(),
            CallOptions.DEFAULT.withDeadlineAfter(left, TimeUnit.NANOSECONDS));
    call.start(new Outcome(result), headers);
    call.request(2);
    call.sendMessage(request);
    call.halfClose();
  }

  private byte[] result(
      ManagedChannel channel, AtProvider where, String peer, CompletableFuture<byte[]> result)
      throws FetchException, InterruptedException {
    try {
      try {
        return result.get(connect.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (channel.getState(false) != ConnectivityState.READY) {
          throw notReady(where, peer);
        }
      }
      // The call has a deadline of its own.
      return result.get(answer.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw noAnswer(peer);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof CallException failed
          ? refused(peer, failed.status())
          : new FetchException(Reason.MALFORMED, peer + " answered without a message", e);
    }
  }

  /** A channel that does not get ready does not tell whether anybody took the connection. */
  private FetchException notReady(AtProvider where, String peer)
      throws FetchException, InterruptedException {
    Connection.open(where, connect, connect, reach).close();
    return new FetchException(
        Reason.NO_ANSWER, peer + " accepted the connection but does not support HTTP/2");
  }

  private FetchException refused(String peer, Status status) {
    String said =
        "%s %s"
            .formatted(
                status.getCode(),
                FetchException.quote(
                    status.getDescription() == null ? "" : status.getDescription()));
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED -> noAnswer(peer);
      case UNAVAILABLE ->
          isUnreachable(status.getCause())
              ? new FetchException(
                  Reason.UNREACHABLE, "this server cannot connect to %s: %s".formatted(peer, said))
              : new FetchException(Reason.NO_ANSWER, "%s did not answer: %s".formatted(peer, said));
      case RESOURCE_EXHAUSTED ->
          new FetchException(
              Reason.TOO_LARGE,
              "the answer of %s exceeds %d bytes: %s".formatted(peer, MAX_ANSWER_BYTES, said));
      case INTERNAL ->
          status.getCause() == null
              ? new FetchException(Reason.REFUSED, "%s refused: %s".formatted(peer, said))
              : new FetchException(
                  Reason.MALFORMED, "%s does not support gRPC: %s".formatted(peer, said));
      case UNKNOWN ->
          new FetchException(
              Reason.REFUSED,
              ("%s refused: %s; the provider may not know the revision (Dubbo 3.3 reports no"
                      + " details)")
                  .formatted(peer, said));
      default -> new FetchException(Reason.REFUSED, "%s refused: %s".formatted(peer, said));
    };
  }

  private FetchException noAnswer(String peer) {
    return new FetchException(
        Reason.NO_ANSWER, "%s did not answer within %d ms".formatted(peer, answer.toMillis()));
  }

  private static boolean isUnreachable(@Nullable Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof ConnectException || each instanceof NoRouteToHostException) {
        return true;
      }
    }
    return false;
  }

  private static final class CallException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Status status;

    CallException(Status status) {
      super(status.toString(), status.getCause());
      this.status = status;
    }

    Status status() {
      return status;
    }
  }

  private static final class Outcome extends ClientCall.Listener<byte[]> {

    private final CompletableFuture<byte[]> result;
    private byte @Nullable [] message;

    Outcome(CompletableFuture<byte[]> result) {
      this.result = result;
    }

    @Override
    public void onMessage(byte[] received) {
      message = received;
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      byte[] received = message;
      if (status.isOk() && received != null) {
        result.complete(received);
      } else {
        result.completeExceptionally(
            new CallException(
                status.isOk() ? Status.UNKNOWN.withDescription("no message") : status));
      }
    }
  }

  /** Messages as they are. */
  private enum Bytes implements MethodDescriptor.Marshaller<byte[]> {
    PLAIN;

    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try (stream) {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
