package io.landbridge.host.logfile;

import ch.qos.logback.classic.LoggerContext;
import java.util.function.Predicate;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Keeps out of the server's logs what would only repeat the plugin's own data there. */
public final class ServerLogs {

  private ServerLogs() {}

  /**
   * Drops the lines of one of the server's loggers that have such an argument or are about such a
   * failure, before they are put into words. Where the server does not log with Logback they stay.
   * Never throws.
   *
   * @param logger its name
   * @param most lines of a higher level stay
   * @param argument called from any thread that logs there; quick
   */
  public static void keepOut(String logger, Level most, Predicate<Object> argument) {
    try {
      ILoggerFactory loggers = LoggerFactory.getILoggerFactory();
      if (loggers instanceof LoggerContext context) {
        ArgumentFilter.add(context, logger, most, argument);
      }
    } catch (LinkageError e) {
      LoggerFactory.getLogger(ServerLogs.class)
          .debug("Log file of the server not changed: {}: {}", logger, e.toString());
    }
  }
}
