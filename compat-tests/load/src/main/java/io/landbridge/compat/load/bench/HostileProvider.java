package io.landbridge.compat.load.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Takes connections of whoever asks it for its metadata, and answers each in another bad way: a
 * frame that says it is longer than anything, one whose answer is noise, bytes without end, one
 * byte in a while, nothing.
 */
final class HostileProvider implements AutoCloseable {

  private static final int WAYS = 5;
  private static final int AT_A_TIME = 64;
  private static final int CHUNK = 64 * 1024;

  /** Of bytes without end. */
  private static final int CHUNKS = 1_024;

  private static final int SLOW_BYTES = 60;
  private static final int PATIENCE_MILLIS = 30_000;

  /** The head of an answer in Dubbo's protocol: magic, Hessian 2, status OK, id 1. */
  private static final byte[] HEAD = {(byte) 0xda, (byte) 0xbb, 0x02, 20, 0, 0, 0, 0, 0, 0, 0, 0};

  private final ServerSocket listening;
  private final ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
  private final AtomicInteger asked = new AtomicInteger();

  private HostileProvider(ServerSocket listening) {
    this.listening = listening;
  }

  static HostileProvider open() {
    try {
      HostileProvider provider =
          new HostileProvider(new ServerSocket(0, AT_A_TIME, InetAddress.getLoopbackAddress()));
      Thread thread = new Thread(provider::accept, "hostile-provider");
      thread.setDaemon(true);
      thread.start();
      return provider;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return listening.getLocalPort();
  }

  /** How many connections there were. */
  int asked() {
    return asked.get();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        int way = asked.getAndIncrement() % WAYS;
        threads.execute(() -> answer(socket, way));
      } catch (IOException | RejectedExecutionException closed) {
        return;
      }
    }
  }

  private static void answer(Socket socket, int way) {
    try (socket) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      if (socket.getInputStream().read(new byte[CHUNK]) < 0) {
        return;
      }
      switch (way) {
        case 0 -> write(socket, framed(Integer.MAX_VALUE, new byte[CHUNK]));
        case 1 -> write(socket, framed(CHUNK, noise(CHUNK)));
        case 2 -> {
          for (int i = 0; i < CHUNKS; i++) {
            write(socket, noise(CHUNK));
          }
        }
        case 3 -> {
          write(socket, framed(SLOW_BYTES, new byte[0]));
          for (int i = 0; i < SLOW_BYTES; i++) {
            Thread.sleep(PATIENCE_MILLIS / SLOW_BYTES);
            write(socket, new byte[] {'N'});
          }
        }
        default -> {
          // Says nothing until the other one has had enough.
          while (socket.getInputStream().read() >= 0) {
            continue;
          }
        }
      }
    } catch (IOException hasHungUp) {
      // As it should.
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private static void write(Socket socket, byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  private static byte[] framed(int length, byte[] body) {
    return ByteBuffer.allocate(HEAD.length + Integer.BYTES + body.length)
        .put(HEAD)
        .putInt(length)
        .put(body)
        .array();
  }

  private static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    // The same in every run.
    new Random(17).nextBytes(bytes);
    return bytes;
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      threads.shutdownNow();
    }
  }
}
