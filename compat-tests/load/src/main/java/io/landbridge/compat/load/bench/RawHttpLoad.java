package io.landbridge.compat.load.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sends requests that were written before, over connections that are kept, each as soon as the one
 * before it on the same connection is answered. One thread, and next to nothing but what the kernel
 * does: on a machine that is shared with the server, a client library would be what is measured.
 */
final class RawHttpLoad implements AutoCloseable {

  private static final int BUFFER_BYTES = 256 * 1024;
  private static final long POLL_MILLIS = 1_000;
  private static final byte[] OK = ascii("HTTP/1.1 200");
  private static final byte[] HEAD_END = ascii("\r\n\r\n");
  private static final byte[] LENGTH = ascii("content-length:");
  private static final byte[] CLOSE = ascii("connection: close");
  private static final byte[] LAST_CHUNK = ascii("0\r\n\r\n");

  private final InetSocketAddress server;
  private final Selector selector;
  private final List<Connection> connections = new ArrayList<>();

  private byte[][] requests = {};
  private byte[] expected = {};
  private long next;
  private long most;
  private long until;
  private long answered;

  private RawHttpLoad(InetSocketAddress server, Selector selector) {
    this.server = server;
    this.selector = selector;
  }

  /** Opens connections to a server. */
  static RawHttpLoad open(InetSocketAddress server, int connections) {
    try {
      RawHttpLoad load = new RawHttpLoad(server, Selector.open());
      for (int i = 0; i < connections; i++) {
        load.connections.add(load.new Connection());
      }
      return load;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Text on the wire. */
  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** How many were answered in how many seconds. */
  record Rate(long answered, double seconds) {

    double perSecond() {
      return answered / seconds;
    }
  }

  /**
   * Sends requests in turn, again and again.
   *
   * @param expected what every answer must have in it
   * @throws BenchException if an answer is another
   */
  Rate run(byte[][] requests, byte[] expected, Duration duration) {
    return run(requests, expected, duration, Long.MAX_VALUE);
  }

  /** Sends each request once. */
  Rate once(byte[][] requests, byte[] expected, Duration limit) {
    Rate rate = run(requests, expected, limit, requests.length);
    if (rate.answered() != requests.length) {
      throw new BenchException(
          "only %d of %d requests were answered".formatted(rate.answered(), requests.length));
    }
    return rate;
  }

  private Rate run(byte[][] work, byte[] answers, Duration duration, long count) {
    requests = work;
    expected = answers;
    next = 0;
    most = count;
    answered = 0;
    long start = System.nanoTime();
    until = start + duration.toNanos();
    try {
      int busy = 0;
      for (Connection each : connections) {
        busy += each.send() ? 1 : 0;
      }
      while (busy > 0) {
        if (selector.select(POLL_MILLIS) == 0 && System.nanoTime() - until > duration.toNanos()) {
          throw new BenchException(busy + " requests are not answered");
        }
        for (SelectionKey each : selector.selectedKeys()) {
          busy -= ((Connection) each.attachment()).receive() ? 0 : 1;
        }
        selector.selectedKeys().clear();
      }
    } catch (IOException e) {
      throw new BenchException("the load cannot be sent: " + e);
    }
    return new Rate(answered, (System.nanoTime() - start) / 1e9);
  }

  /** A connection with at most one request under way. */
  private final class Connection {

    private final ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
    private SocketChannel channel;
    private int headEnd;
    private int end;

    Connection() throws IOException {
      channel = connect();
    }

    private SocketChannel connect() throws IOException {
      SocketChannel opened = SocketChannel.open(server);
      opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
      opened.configureBlocking(false);
      opened.register(selector, SelectionKey.OP_READ, this);
      return opened;
    }

    /** Sends the next request; false if there is none. */
    boolean send() throws IOException {
      if (next >= most || System.nanoTime() >= until) {
        return false;
      }
      ByteBuffer request = ByteBuffer.wrap(requests[(int) (next++ % requests.length)]);
      in.clear();
      headEnd = 0;
      end = 0;
      while (request.hasRemaining()) {
        // Short, and nothing else is on its way: it fits into the socket's buffer.
        channel.write(request);
      }
      return true;
    }

    /** Reads what there is; false if it was the answer and no other request follows. */
    boolean receive() throws IOException {
      int before = in.position();
      if (channel.read(in) < 0) {
        throw new IOException("closed within an answer: " + text());
      }
      if (!isComplete(before)) {
        return true;
      }
      byte[] bytes = in.array();
      if (!Arrays.equals(bytes, 0, OK.length, OK, 0, OK.length)
          || find(bytes, headEnd, in.position(), expected) < 0) {
        throw new BenchException("a request was answered with: " + text());
      }
      answered++;
      if (findIgnoringCase(bytes, headEnd, CLOSE) >= 0) {
        channel.close();
        channel = connect();
      }
      return send();
    }

    private boolean isComplete(int before) throws IOException {
      byte[] bytes = in.array();
      if (headEnd == 0) {
        int found = find(bytes, Math.max(0, before - HEAD_END.length), in.position(), HEAD_END);
        if (found < 0) {
          return false;
        }
        headEnd = found + HEAD_END.length;
        int length = findIgnoringCase(bytes, headEnd, LENGTH);
        end = length < 0 ? 0 : headEnd + number(bytes, length + LENGTH.length);
      }
      if (!in.hasRemaining()) {
        throw new IOException("an answer is longer than " + BUFFER_BYTES + " bytes");
      }
      return end > 0
          ? in.position() >= end
          : in.position() >= headEnd + LAST_CHUNK.length
              && find(bytes, in.position() - LAST_CHUNK.length, in.position(), LAST_CHUNK) >= 0;
    }

    private String text() {
      return new String(in.array(), 0, Math.min(in.position(), 1_000), StandardCharsets.UTF_8);
    }
  }

  private static int number(byte[] bytes, int from) {
    int at = from;
    while (bytes[at] == ' ') {
      at++;
    }
    int number = 0;
    for (; bytes[at] >= '0' && bytes[at] <= '9'; at++) {
      number = number * 10 + bytes[at] - '0';
    }
    return number;
  }

  private static int find(byte[] in, int from, int to, byte[] wanted) {
    for (int i = from; i <= to - wanted.length; i++) {
      if (Arrays.equals(in, i, i + wanted.length, wanted, 0, wanted.length)) {
        return i;
      }
    }
    return -1;
  }

  /** In a head; what is wanted is in lower case. */
  private static int findIgnoringCase(byte[] in, int to, byte[] wanted) {
    for (int i = 0; i <= to - wanted.length; i++) {
      int j = 0;
      while (j < wanted.length && (in[i + j] == wanted[j] || (in[i + j] | 0x20) == wanted[j])) {
        j++;
      }
      if (j == wanted.length) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public void close() {
    try {
      for (Connection each : connections) {
        each.channel.close();
      }
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
