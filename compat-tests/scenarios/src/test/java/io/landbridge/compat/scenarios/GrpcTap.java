package io.landbridge.compat.scenarios;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.WireMethods;
import io.landbridge.compat.load.wire.proto.Payload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between one client and a server, hands everything on, and keeps what the client says. */
final class GrpcTap implements AutoCloseable {

  /** Clients add it to the port they are told. */
  private static final int GRPC_OFFSET = 1_000;

  private final ManagedChannel channel;
  private final Server server;
  private final List<Recorded> said = new CopyOnWriteArrayList<>();

  private GrpcTap(ManagedChannel channel) throws IOException {
    this.channel = channel;
    this.server =
        NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
            .directExecutor()
            .addService(
                ServerServiceDefinition.builder("Request")
                    .addMethod(WireMethods.REQUEST, ServerCalls.asyncUnaryCall(this::call))
                    .build())
            .addService(
                ServerServiceDefinition.builder("BiRequestStream")
                    .addMethod(WireMethods.STREAM, ServerCalls.asyncBidiStreamingCall(this::stream))
                    .build())
            .build()
            .start();
  }

  /** Listens in front of a server. */
  static GrpcTap before(String server) throws IOException {
    return new GrpcTap(channel(ServerEndpoint.parse(server)));
  }

  static ManagedChannel channel(ServerEndpoint server) {
    return NettyChannelBuilder.forAddress(new InetSocketAddress(server.host(), server.grpcPort()))
        .usePlaintext()
        .directExecutor()
        .build();
  }

  /** What the client has to be told as the server's address. */
  String address() {
    return "127.0.0.1:" + (server.getPort() - GRPC_OFFSET);
  }

  /** What the client said so far. */
  List<Recorded> said() {
    return List.copyOf(said);
  }

  private void call(Payload request, StreamObserver<Payload> answer) {
    keep(false, request);
    ClientCalls.asyncUnaryCall(
        channel.newCall(WireMethods.REQUEST, CallOptions.DEFAULT), request, answer);
  }

  private StreamObserver<Payload> stream(StreamObserver<Payload> toClient) {
    StreamObserver<Payload> toServer =
        ClientCalls.asyncBidiStreamingCall(
            channel.newCall(WireMethods.STREAM, CallOptions.DEFAULT), toClient);
    return new StreamObserver<>() {
      @Override
      public void onNext(Payload payload) {
        keep(true, payload);
        toServer.onNext(payload);
      }

      @Override
      public void onError(Throwable problem) {
        toServer.onError(problem);
      }

      @Override
      public void onCompleted() {
        toServer.onCompleted();
      }
    };
  }

  private void keep(boolean onStream, Payload payload) {
    try {
      said.add(Recorded.of(onStream, payload));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
    channel.shutdownNow();
  }
}
