package io.landbridge.host.logfile;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the plugin's log file. */
public final class LogFile {

  private static final Logger LOG = LoggerFactory.getLogger(LogFile.class);

  private LogFile() {}

  /**
   * Sends what the plugin logs to a file of its own, and warnings and errors to the server's log
   * too. Where that cannot be done, everything goes to the server's log, as if nothing was asked.
   * Never throws.
   */
  public static void open(LogFileSettings settings) {
    if (!settings.enabled()) {
      return;
    }
    try {
      String problem = RollingLogFile.open(LoggerFactory.getILoggerFactory(), settings);
      if (problem.isEmpty()) {
        LOG.info("Landbridge logs to this file");
      } else {
        LOG.warn(
            "Landbridge logs to the server's log, because its own log file could not be opened: {}",
            problem);
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.warn(
          "Landbridge logs to the server's log, because its own log file could not be opened: {}",
          e.toString());
    }
  }
}
