package io.landbridge.host.logfile;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ArgumentFilterTest {

  /** What must not even be put into words. */
  private static final Object OURS =
      new Object() {
        @Override
        public String toString() {
          throw new AssertionError("was put into words");
        }
      };

  private final LoggerContext context = new LoggerContext();
  private final Logger raft = context.getLogger("server.raft");

  @BeforeEach
  void install() {
    ArgumentFilter.add(context, "server.raft", false, each -> each == OURS);
  }

  @Test
  void whatIsOursIsNotLogged() {
    assertThat(logged()).containsExactly("receive log : theirs", "other theirs", "wrong: theirs");
  }

  @Test
  void norAfterTheServerReadItsConfigurationAgain() {
    context.reset();

    assertThat(logged()).containsExactly("receive log : theirs", "other theirs", "wrong: theirs");
  }

  @Test
  void warningsAndOtherLoggersAreLeftAlone() {
    ListAppender<ILoggingEvent> lines = listening();

    raft.warn("failed: {}", new Object[] {"x", OURS});
    context.getLogger("server.other").debug("seen {}", new Object[] {"y", OURS});

    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("failed: x", "seen y");
  }

  @Test
  void errorsAboutWhatIsOursAreKeptOutWhereThatIsWanted() {
    ArgumentFilter.add(
        context,
        "server.raft",
        true,
        each -> each instanceof IllegalStateException || each == OURS);
    ListAppender<ILoggingEvent> lines = listening();

    raft.error("cannot join", new IllegalStateException("ours"));
    raft.error("cannot join", new IllegalArgumentException("theirs"));
    raft.error("no leader of {}: {}", OURS, "status");
    raft.error("no leader of {}: {}", "theirs", "status");

    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("cannot join", "no leader of theirs: status");
  }

  private List<String> logged() {
    ListAppender<ILoggingEvent> lines = listening();
    // As the server logs: with an array of arguments.
    raft.debug("receive log : {}", new Object[] {OURS});
    raft.debug("receive log : {}", new Object[] {"theirs"});
    raft.debug("{} {}", "other", "theirs");
    raft.debug("{}: {}", "ours", OURS);
    raft.warn("{}: {}", "wrong", "theirs");
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  private ListAppender<ILoggingEvent> listening() {
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.setContext(context);
    lines.start();
    context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).addAppender(lines);
    context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(Level.DEBUG);
    return lines;
  }
}
