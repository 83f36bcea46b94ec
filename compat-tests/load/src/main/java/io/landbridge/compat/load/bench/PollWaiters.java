package io.landbridge.compat.load.bench;

import io.landbridge.compat.load.bench.LongPolls.Names;
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
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Clients of 1.x that wait for a change of configurations, each on a connection of its own and from
 * one of several addresses of the loopback network. One thread for all. A client whose time was
 * over asks again, as a real one does; one that was told of a change does when it is asked to.
 */
final class PollWaiters implements AutoCloseable {

  /** A quarter of the front's limit, which is what it allows one address. */
  private static final int PER_ADDRESS = 4_000;

  private static final int CONNECTING = 200;
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int FIRST_ADDRESS = 2;
  private static final byte[] HEAD_END = RawHttpLoad.ascii("\r\n\r\n");

  private final InetSocketAddress server;
  private final Names names;
  private final Selector selector;
  private final List<Waiter> waiters = new ArrayList<>();
  private final ConcurrentLinkedQueue<Waiter> toAsk = new ConcurrentLinkedQueue<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private final Thread thread = new Thread(this::pump, "poll-waiters");
  private volatile boolean closed;
  private volatile @Nullable Throwable problem;

  private PollWaiters(InetSocketAddress server, Names names, Selector selector) {
    this.server = server;
    this.names = names;
    this.selector = selector;
  }

  /** Opens the connections; nobody asks yet. */
  static PollWaiters open(InetSocketAddress server, int count, Names names) {
    try {
      PollWaiters all = new PollWaiters(server, names, Selector.open());
      for (int i = 0; i < count; i++) {
        all.waiters.add(all.new Waiter(i));
        if (i % CONNECTING == CONNECTING - 1) {
          // The kernel's queue of connections that the server has not taken is short.
          Eventually.pause(Duration.ofMillis(20));
        }
      }
      all.thread.setDaemon(true);
      all.thread.start();
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets everybody wait who does not. */
  void ask() {
    waiters.stream().filter(each -> !each.waits).forEach(toAsk::add);
    selector.wakeup();
  }

  /** Whether everybody has asked, and nobody was answered since. */
  boolean allWait() {
    check();
    return toAsk.isEmpty() && waiters.stream().allMatch(each -> each.waits);
  }

  /** When each of those that were told of a change since a moment was, as nanoseconds after it. */
  long[] toldSince(long moment) {
    check();
    return waiters.stream()
        .mapToLong(each -> each.told - moment)
        .filter(each -> each > 0)
        .toArray();
  }

  private void check() {
    Throwable failed = problem;
    if (failed != null) {
      throw new BenchException("the clients that wait failed: " + failed);
    }
  }

  private void pump() {
    try {
      while (!closed) {
        for (Waiter each = toAsk.poll(); each != null; each = toAsk.poll()) {
          each.send();
        }
        selector.select(100);
        for (SelectionKey each : selector.selectedKeys()) {
          ((Waiter) each.attachment()).receive();
        }
        selector.selectedKeys().clear();
      }
    } catch (IOException | RuntimeException e) {
      problem = e;
    }
  }

  /** A client. */
  private final class Waiter {

    private final int number;
    private SocketChannel channel;
    private String answer = "";
    private volatile boolean waits;
    private volatile long told = System.nanoTime();

    Waiter(int number) throws IOException {
      this.number = number;
      this.channel = connect();
    }

    private SocketChannel connect() throws IOException {
      SocketChannel opened = SocketChannel.open();
      opened.bind(new InetSocketAddress("127.0.0." + (FIRST_ADDRESS + number / PER_ADDRESS), 0));
      opened.connect(server);
      opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
      opened.configureBlocking(false);
      opened.register(selector, SelectionKey.OP_READ, this);
      return opened;
    }

    void send() throws IOException {
      if (!channel.isOpen()) {
        channel = connect();
      }
      answer = "";
      waits = true;
      ByteBuffer request = ByteBuffer.wrap(names.request(number));
      while (request.hasRemaining()) {
        // Short, and nothing else is on its way: it fits into the socket's buffer.
        channel.write(request);
      }
    }

    void receive() throws IOException {
      buffer.clear();
      if (channel.read(buffer) < 0) {
        channel.close();
        if (waits) {
          throw new IOException("closed while a client waited: " + answer);
        }
        return;
      }
      answer += new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1);
      if (!isComplete()) {
        return;
      }
      if (!answer.startsWith("HTTP/1.1 200")) {
        throw new IOException("a client that waits was answered with: " + answer);
      }
      boolean change = answer.contains(names.marker());
      waits = false;
      if (change) {
        told = System.nanoTime();
      } else {
        toAsk.add(this);
      }
      if (answer.toLowerCase(Locale.ROOT).contains("\r\nconnection: close")) {
        channel.close();
      }
    }

    private boolean isComplete() {
      int head = answer.indexOf(new String(HEAD_END, StandardCharsets.ISO_8859_1));
      if (head < 0) {
        return false;
      }
      String lower = answer.substring(0, head).toLowerCase(Locale.ROOT);
      int length = lower.indexOf("content-length:");
      if (length < 0) {
        return answer.endsWith("0\r\n\r\n");
      }
      int end = lower.indexOf('\r', length);
      String number =
          lower.substring(length + "content-length:".length(), end < 0 ? lower.length() : end);
      return answer.length() >= head + HEAD_END.length + Integer.parseInt(number.strip());
    }
  }

  @Override
  public void close() {
    closed = true;
    selector.wakeup();
    try {
      thread.join();
      for (Waiter each : waiters) {
        each.channel.close();
      }
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
