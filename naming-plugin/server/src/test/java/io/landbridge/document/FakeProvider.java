package io.landbridge.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A port on which something answers, or does not. */
final class FakeProvider implements AutoCloseable {

  /** What it does with a connection; the connection is closed afterwards. */
  @FunctionalInterface
  interface Manners {
    void meet(Socket socket) throws IOException, InterruptedException;
  }

  private final ServerSocket server;
  private final Manners manners;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();

  /** Counted down when somebody has connected. */
  final CountDownLatch connected = new CountDownLatch(1);

  FakeProvider(Manners manners) throws IOException {
    this.manners = manners;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  /** Reads a call and answers with these bytes. */
  static Manners answering(byte[] answer) {
    return socket -> {
      readCall(socket);
      socket.getOutputStream().write(answer);
      socket.getOutputStream().flush();
      // The other side closes when it has enough.
      socket.getInputStream().read();
    };
  }

  /** Takes the connection and says nothing until the other side goes. */
  static Manners silent() {
    return socket -> socket.getInputStream().readAllBytes();
  }

  static void readCall(Socket socket) throws IOException {
    byte[] head = socket.getInputStream().readNBytes(DubboFrame.HEAD_BYTES);
    int length = java.nio.ByteBuffer.wrap(head).getInt(12);
    socket.getInputStream().readNBytes(length);
  }

  int port() {
    return server.getLocalPort();
  }

  int connections() {
    return connections.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        sockets.add(socket);
        connections.incrementAndGet();
        connected.countDown();
        start(() -> meet(socket));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void meet(Socket socket) {
    try (socket) {
      manners.meet(socket);
    } catch (IOException | InterruptedException e) {
      // The other side is gone, or the test is over.
    }
  }

  private void start(Runnable work) {
    Thread thread = new Thread(work, "fake-provider");
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.forEach(Thread::interrupt);
  }
}
