package io.landbridge.compat.load.wire;

import io.grpc.Attributes;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The threads that all clients of a process share. Whatever a client calls back, it calls on one of
 * them: a listener must not wait.
 *
 * <p>Safe for use from any thread.
 */
public final class Wire implements AutoCloseable {

  private static final int MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

  private final EventLoopGroup loops;

  private Wire(EventLoopGroup loops) {
    this.loops = loops;
  }

  /**
   * Starts the threads.
   *
   * @param threads 1 to 16; one carries thousands of mostly idle connections
   */
  public static Wire open(int threads) {
    if (threads < 1 || threads > 16) {
      throw new IllegalArgumentException("1 to 16 threads, not " + threads);
    }
    return new Wire(
        new NioEventLoopGroup(
            threads,
            task -> {
              Thread thread = new Thread(task, "wire");
              thread.setDaemon(true);
              return thread;
            }));
  }

  /** Ends the threads; waits two seconds at most. Close the clients before. */
  @Override
  public void close() {
    var unused = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2_000);
  }

  ManagedChannel channel(ServerEndpoint server) {
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(new InetSocketAddress(server.host(), server.grpcPort()))
            .usePlaintext()
            .eventLoopGroup(loops)
            .channelType(NioSocketChannel.class, InetSocketAddress.class)
            .directExecutor()
            .offloadExecutor(loops)
            .disableRetry()
            .maxTraceEvents(0)
            .maxInboundMessageSize(MAX_MESSAGE_BYTES);
    if (server.host().startsWith("127.")) {
      builder.localSocketPicker(new OwnAddressPerServer());
    }
    return builder.build();
  }

  /**
   * On the loopback network every server is called from another address. A server names a
   * connection by the millisecond, the address and the port it comes from, and a system uses a port
   * for connections to several servers at once: of two clients with one name, at two members, only
   * one is known to the cluster in the end.
   */
  private static final class OwnAddressPerServer extends NettyChannelBuilder.LocalSocketPicker {
    @Override
    public SocketAddress createSocketAddress(SocketAddress remote, Attributes attributes) {
      int port = ((InetSocketAddress) remote).getPort();
      return new InetSocketAddress("127.1.%d.%d".formatted(port / 256, port % 256), 0);
    }
  }

  /** Runs something later, unless this is closed before. */
  void later(Duration delay, Runnable task) {
    try {
      var unused = loops.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      return;
    }
  }
}
