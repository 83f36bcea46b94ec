package io.landbridge.host.logfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.helpers.NOPLoggerFactory;

class RollingLogFileIT {

  private static final long SMALL = 64 << 10;

  @TempDir Path directory;

  private final LoggerContext context = new LoggerContext();
  private final Logger logger = context.getLogger("io.landbridge.some.Part");
  private ListAppender<ILoggingEvent> server;

  @BeforeEach
  void configure() {
    server = new ListAppender<>();
    server.setContext(context);
    server.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(server);
  }

  @AfterEach
  void stop() {
    context.stop();
  }

  @Test
  void everythingIsInTheFileAndWarningsAreInTheServersLogOnceToo() throws IOException {
    assertThat(open(context)).isEmpty();

    logger.info("all is well");
    logger.warn("something is wrong", new IOException("no such disk"));
    context.getLogger("com.alibaba.nacos").info("not ours");

    assertThat(Files.readString(file()))
        .contains("INFO", "Part - all is well", "something is wrong", "no such disk")
        .doesNotContain("not ours");
    assertThat(server.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("something is wrong", "not ours");
  }

  @Test
  void sizeAndNumberOfFilesAreBounded() throws IOException {
    assertThat(open(context)).isEmpty();

    for (int i = 0; i < 4_000; i++) {
      logger.info("{} {}", i, "x".repeat(200));
    }

    try (var files = Files.list(directory)) {
      List<Path> all = files.sorted().toList();
      assertThat(all)
          .extracting(each -> each.getFileName().toString())
          .containsExactly("landbridge.log", "landbridge.log.1", "landbridge.log.2");
      for (Path each : all) {
        assertThat(Files.size(each)).isLessThan(SMALL + 1_000);
      }
    }
    assertThat(Files.readString(file())).contains("3999 ");
  }

  @Test
  void isThereAgainAfterTheServerReadItsConfigurationAgain() throws IOException {
    assertThat(open(context)).isEmpty();

    context.reset();
    logger.info("after the reset");

    assertThat(Files.readString(file())).containsOnlyOnce("after the reset");
  }

  @Test
  void withoutAWritableDirectoryTheServersLogHasEverything() throws IOException {
    Files.createFile(directory.resolve("logs"));

    String problem =
        RollingLogFile.open(
            context, new LogFileSettings(true, directory.resolve("logs"), SMALL, 3));
    logger.info("still seen");

    assertThat(problem).contains("cannot be created");
    assertThat(server.list).hasSize(1);
  }

  @Test
  void aFileThatCannotBeWrittenLeavesEverythingInTheServersLog() throws IOException {
    Files.createDirectory(file());

    assertThat(open(context)).contains("cannot be written");
    logger.info("still seen");

    assertThat(server.list).hasSize(1);
  }

  @Test
  void whatAnOperatorConfiguredStays() {
    ListAppender<ILoggingEvent> own = new ListAppender<>();
    own.start();
    context.getLogger("io.landbridge").addAppender(own);

    assertThat(open(context)).contains("configuration says");
    logger.info("seen by both");

    assertThat(own.list).hasSize(1);
    assertThat(server.list).hasSize(1);
    assertThat(file()).doesNotExist();
  }

  @Test
  void anotherImplementationIsLeftAlone() {
    assertThat(open(new NOPLoggerFactory())).contains("NOPLoggerFactory");
    LogFile.open(new LogFileSettings(true, directory, SMALL, 3));
  }

  @Test
  void refusesSizesThatBoundNothing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LogFileSettings(true, directory, 10, 3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LogFileSettings(true, directory, SMALL, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LogFileSettings(true, directory, SMALL, 21));
  }

  private String open(ILoggerFactory loggers) {
    return RollingLogFile.open(loggers, new LogFileSettings(true, directory, SMALL, 3));
  }

  private Path file() {
    return directory.resolve("landbridge.log");
  }
}
