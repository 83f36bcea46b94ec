package io.landbridge.host.logfile;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggerContextListener;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Denies lines of one logger by their arguments and what was thrown. Logback asks it about every
 * line of every logger, so all it does for others is to compare two references.
 */
final class ArgumentFilter extends TurboFilter implements LoggerContextListener {

  private static final Object[] NONE = {};

  private final Logger of;
  private final Level most;
  private final Predicate<Object> argument;

  private ArgumentFilter(Logger of, Level most, Predicate<Object> argument) {
    this.of = of;
    this.most = most;
    this.argument = argument;
  }

  /**
   * Adds one.
   *
   * @param errors whether lines of every level are denied, or those of debug and trace alone
   */
  static void add(
      LoggerContext context, String logger, boolean errors, Predicate<Object> argument) {
    ArgumentFilter filter =
        new ArgumentFilter(context.getLogger(logger), errors ? Level.ERROR : Level.DEBUG, argument);
    filter.onReset(context);
    context.addListener(filter);
  }

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String format,
      Object @Nullable [] params,
      @Nullable Throwable thrown) {
    if (logger != of || level.levelInt > most.levelInt) {
      return FilterReply.NEUTRAL;
    }
    if (thrown != null && argument.test(thrown)) {
      return FilterReply.DENY;
    }
    for (Object each : params == null ? NONE : params) {
      if (argument.test(each)) {
        return FilterReply.DENY;
      }
    }
    return FilterReply.NEUTRAL;
  }

  @Override
  public boolean isResetResistant() {
    return true;
  }

  /** The server reads its configuration again when it changes, which takes every filter away. */
  @Override
  public void onReset(LoggerContext context) {
    start();
    context.addTurboFilter(this);
  }

  @Override
  public void onStart(LoggerContext context) {}

  @Override
  public void onStop(LoggerContext context) {}

  @Override
  public void onLevelChange(Logger logger, Level level) {}
}
