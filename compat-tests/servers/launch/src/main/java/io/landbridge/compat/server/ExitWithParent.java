package io.landbridge.compat.server;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;

/**
 * Starts a server's own main class and, when asked to, ends the process as soon as its parent is
 * gone.
 *
 * <p>The parent holds the other end of standard input and never writes to it. Whatever ends the
 * parent, even {@code kill -9}, makes the operating system close the pipe, and that end of stream
 * is what this class waits for. A server that is meant to outlive its parent is started without
 * {@link #ATTENDED}.
 */
public final class ExitWithParent {

  /** System property: the main class to run. */
  public static final String MAIN = "landbridge.server.main";

  /** System property: {@code true} if the process must end when standard input ends. */
  public static final String ATTENDED = "landbridge.server.attended";

  private static final int PARENT_GONE = 143;

  private ExitWithParent() {}

  /**
   * Runs {@link #MAIN} in this thread.
   *
   * @param args handed to the server's main method unchanged
   */
  public static void main(String[] args) throws Throwable {
    if (Boolean.getBoolean(ATTENDED)) {
      Thread watch = new Thread(ExitWithParent::awaitEndOfInput, "exit-with-parent");
      watch.setDaemon(true);
      watch.start();
    }
    String mainClass = System.getProperty(MAIN);
    if (mainClass == null) {
      throw new IllegalStateException("No server to start: set -D" + MAIN + "=<main class>.");
    }
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try {
      Class.forName(mainClass, true, loader)
          .getMethod("main", String[].class)
          .invoke(null, (Object) args);
    } catch (InvocationTargetException failure) {
      throw failure.getCause() == null ? failure : failure.getCause();
    }
  }

  private static void awaitEndOfInput() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is ever said here; only the end counts.
      }
    } catch (IOException closed) {
      System.err.println("Standard input failed, taken for its end: " + closed);
    }
    // Not exit: shutdown hooks of a half-started server may wait for ever.
    Runtime.getRuntime().halt(PARENT_GONE);
  }
}
