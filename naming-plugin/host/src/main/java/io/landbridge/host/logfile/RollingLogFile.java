package io.landbridge.host.logfile;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggerContextListener;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.TriggeringPolicyBase;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.slf4j.ILoggerFactory;

/**
 * The log file in Logback. The server reads its own configuration again when it changes, which
 * takes every appender away; hence the listener, which puts ours back.
 */
final class RollingLogFile implements LoggerContextListener {

  static final String FILE = "landbridge.log";

  private static final String LOGGER = "io.landbridge";
  private static final String PATTERN = "%date %level [%thread] %logger{0} - %msg%n";

  private final LogFileSettings settings;

  private RollingLogFile(LogFileSettings settings) {
    this.settings = settings;
  }

  /**
   * Opens the file.
   *
   * @return why there is none; empty when it is open
   */
  static String open(ILoggerFactory loggers, LogFileSettings settings) {
    if (!(loggers instanceof LoggerContext context)) {
      return "the server does not log with Logback but with " + loggers.getClass().getName();
    }
    if (context.getLogger(LOGGER).iteratorForAppenders().hasNext()) {
      return "the server's Logback configuration says where " + LOGGER + " goes";
    }
    try {
      Files.createDirectories(settings.directory());
    } catch (IOException e) {
      return "its directory cannot be created: " + e;
    }
    RollingLogFile file = new RollingLogFile(settings);
    if (!file.attach(context)) {
      return settings.directory().resolve(FILE) + " cannot be written";
    }
    context.addListener(file);
    return "";
  }

  private boolean attach(LoggerContext context) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setCharset(StandardCharsets.UTF_8);
    encoder.setPattern(PATTERN);
    encoder.start();

    RollingFileAppender<ILoggingEvent> file = new RollingFileAppender<>();
    file.setContext(context);
    file.setName("landbridge");
    file.setFile(settings.directory().resolve(FILE).toString());
    file.setEncoder(encoder);

    FixedWindowRollingPolicy numbered = new FixedWindowRollingPolicy();
    numbered.setContext(context);
    numbered.setParent(file);
    numbered.setFileNamePattern(settings.directory().resolve(FILE) + ".%i");
    numbered.setMinIndex(1);
    numbered.setMaxIndex(settings.files() - 1);
    numbered.start();
    file.setRollingPolicy(numbered);

    Size size = new Size(settings.maxBytes());
    size.setContext(context);
    size.start();
    file.setTriggeringPolicy(size);
    file.start();
    if (!file.isStarted()) {
      return false;
    }

    ServerLog warnings = new ServerLog(context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME));
    warnings.setContext(context);
    warnings.setName("landbridge-warnings");
    warnings.start();

    Logger logger = context.getLogger(LOGGER);
    logger.setAdditive(false);
    logger.addAppender(file);
    logger.addAppender(warnings);
    return true;
  }

  @Override
  public boolean isResetResistant() {
    return true;
  }

  @Override
  public void onReset(LoggerContext context) {
    attach(context);
  }

  @Override
  public void onStart(LoggerContext context) {}

  @Override
  public void onStop(LoggerContext context) {}

  @Override
  public void onLevelChange(Logger logger, Level level) {}

  /** Logback's own looks at the size once a minute only, in newer versions. */
  private static final class Size extends TriggeringPolicyBase<ILoggingEvent> {

    private final long maxBytes;

    Size(long maxBytes) {
      this.maxBytes = maxBytes;
    }

    @Override
    public boolean isTriggeringEvent(File activeFile, ILoggingEvent event) {
      return activeFile.length() >= maxBytes;
    }
  }

  /** Hands warnings and errors on to the appenders of the server's root logger. */
  private static final class ServerLog extends UnsynchronizedAppenderBase<ILoggingEvent> {

    private final Logger root;

    ServerLog(Logger root) {
      this.root = root;
    }

    @Override
    protected void append(ILoggingEvent event) {
      if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
        root.callAppenders(event);
      }
    }
  }
}
