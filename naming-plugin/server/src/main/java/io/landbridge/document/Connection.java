package io.landbridge.document;

import io.landbridge.dubbo.DocumentAddress.AtProvider;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A connection to a provider for one question. An interrupt ends whatever it waits for; a peer that
 * sends a byte now and then cannot hold it longer than the time for the whole answer.
 */
final class Connection implements AutoCloseable {

  private final SocketChannel channel;
  private final String peer;
  private final long deadline;
  private final Duration answer;

  private Connection(SocketChannel channel, String peer, long deadline, Duration answer) {
    this.channel = channel;
    this.peer = peer;
    this.deadline = deadline;
    this.answer = answer;
  }

  /**
   * Connects.
   *
   * @param connect how long that may take, finding out where included
   * @param answer how long everything may take, from now on
   * @param reach finds out where
   * @throws FetchException if nobody takes the connection, or none may be asked for there
   */
  static Connection open(AtProvider where, Duration connect, Duration answer, Reach reach)
      throws FetchException, InterruptedException {
    String peer = where.ip() + ":" + where.port();
    long start = System.nanoTime();
    InetSocketAddress address = reach.find(where, connect);
    SocketChannel channel = null;
    try {
      channel = SocketChannel.open();
      long left = connect.minusNanos(System.nanoTime() - start).toMillis();
      channel.socket().connect(address, (int) Math.max(1, left));
      return new Connection(channel, peer, start + answer.toNanos(), answer);
    } catch (IOException e) {
      if (channel != null) {
        close(channel);
      }
      interrupted(e);
      throw new FetchException(
          Reason.UNREACHABLE,
          "this server cannot connect to the provider at %s: %s"
              .formatted(peer, FetchException.quote(e.getMessage())),
          e);
    }
  }

  void write(byte[] bytes) throws FetchException, InterruptedException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    try {
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Reads exactly so many bytes.
   *
   * @throws FetchException if they do not come in time
   */
  byte[] read(int length) throws FetchException, InterruptedException {
    byte[] bytes = new byte[length];
    int have = 0;
    try {
      while (have < length) {
        int more = channel.socket().getInputStream().read(bytes, have, patience(have, length));
        if (more < 0) {
          throw new EOFException("the provider closed the connection");
        }
        have += more;
      }
      return bytes;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Limits how long the next read waits. */
  private int patience(int have, int length) throws IOException {
    long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
    if (left <= 0) {
      throw new SocketTimeoutException("incomplete answer");
    }
    channel.socket().setSoTimeout((int) Math.min(left, Integer.MAX_VALUE));
    return length - have;
  }

  private FetchException failed(IOException e) throws InterruptedException {
    interrupted(e);
    if (e instanceof SocketTimeoutException) {
      return new FetchException(
          Reason.NO_ANSWER,
          "the provider at %s sent no complete answer within %d ms"
              .formatted(peer, answer.toMillis()),
          e);
    }
    return new FetchException(
        Reason.NO_ANSWER,
        "the provider at %s accepted the connection but did not answer: %s"
            .formatted(peer, FetchException.quote(e.getMessage())),
        e);
  }

  private static void interrupted(IOException e) throws InterruptedException {
    // The channel leaves the thread marked as interrupted, an exception stands for the mark.
    if (e instanceof ClosedByInterruptException || Thread.currentThread().isInterrupted()) {
      Thread.interrupted();
      throw new InterruptedException("interrupted while fetching a document");
    }
  }

  @Override
  public void close() {
    close(channel);
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // There is nobody to tell, and nothing to do about it.
    }
  }
}
