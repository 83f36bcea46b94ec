package io.landbridge.compat.scenarios;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * An address of this machine where nobody listens. The port is taken until this is closed: one that
 * is merely free is soon that of a program of another test.
 */
final class Nobody implements AutoCloseable {

  private final Socket taken = new Socket();
  private final int port;

  Nobody() throws IOException {
    taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    port = taken.getLocalPort();
  }

  int port() {
    return port;
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  @Override
  public void close() throws IOException {
    taken.close();
  }
}
