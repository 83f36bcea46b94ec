package io.landbridge.host.logfile;

import ch.qos.logback.classic.LoggerContext;
import java.util.function.Predicate;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** Keeps out of the server's logs what would only repeat the plugin's own data there. */
public final class ServerLogs {

  private ServerLogs() {}

  /**
   * Drops the debug and trace lines of one of the server's loggers that have such an argument,
   * before they are put into words. Where the server does not log with Logback they stay. Never
   * throws.
   *
   * @param logger its name
   * @param argument called from any thread that logs there; quick
   */
  public static void keepOut(String logger, Predicate<Object> argument) {
    keepOut(logger, false, argument);
  }

  /**
   * The same for lines of every level, also those about such a failure.
   *
   * @param said called with arguments and with what was thrown
   */
  public static void keepOutErrors(String logger, Predicate<Object> said) {
    keepOut(logger, true, said);
  }

  private static void keepOut(String logger, boolean errors, Predicate<Object> argument) {
    try {
      ILoggerFactory loggers = LoggerFactory.getILoggerFactory();
      if (loggers instanceof LoggerContext context) {
        ArgumentFilter.add(context, logger, errors, argument);
      }
    } catch (LinkageError e) {
      LoggerFactory.getLogger(ServerLogs.class)
          .debug("Log file of the server not changed: {}: {}", logger, e.toString());
    }
  }
}
