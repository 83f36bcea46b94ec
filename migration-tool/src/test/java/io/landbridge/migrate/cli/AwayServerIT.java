package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.plan.Limits;
import io.landbridge.migrate.plan.PlanCodec;
import io.landbridge.migrate.plan.PlanRequest;
import io.landbridge.migrate.plan.Planner;
import io.landbridge.migrate.plan.RuleSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One of two servers is away: who goes on, who does not, and what is said of it. */
@Timeout(60)
class AwayServerIT {

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private PluginServer server;

  /** Bound, and nobody listens: a port that is merely free may soon be somebody's. */
  private final Socket taken = new Socket();

  private String away;
  private Path plan;

  @BeforeEach
  void start() throws Exception {
    server = new PluginServer();
    server.applications.put("a", true);
    taken.bind(new InetSocketAddress("127.0.0.1", 0));
    away = "127.0.0.1:" + taken.getLocalPort();
    plan = plan("a");
  }

  private Path plan(String... applications) throws Exception {
    Path file = directory.resolve("plan.yaml");
    Files.writeString(
        file,
        new PlanCodec()
            .toYaml(
                Planner.plan(
                    InventoryBuilder.of(
                        Registrations.untranslated(
                            Arrays.stream(applications)
                                .map(
                                    each ->
                                        Registrations.of(each, "demo.S" + each, "10.0.0.1", 20880))
                                .toList(),
                            List.of())),
                    new PlanRequest(
                        each -> true,
                        new TreeMap<>(),
                        new TreeSet<>(),
                        Limits.DEFAULT,
                        RuleSettings.DEFAULT,
                        new TreeSet<>(),
                        List.of(server.address()),
                        "test",
                        "now"))));
    return file;
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    taken.close();
  }

  private int run(String verb, String... arguments) {
    List<String> all = new ArrayList<>(List.of(verb));
    all.addAll(List.of("--server", away + "," + server.address()));
    all.addAll(List.of(arguments));
    return Main.run(
        new Terminal(new PrintWriter(out), new PrintWriter(err), Map.of(), false, false),
        all.toArray(String[]::new));
  }

  @Test
  void rollbackGoesOn() {
    assertThat(run("rollback", "--application", "a", "--yes")).as("%s", err).isZero();

    assertThat(server.changes).contains("off a");
    assertThat(err.toString()).contains("warning: a server does not answer", away);
  }

  @Test
  void rollbackOfAPlanGoesOn() {
    assertThat(run("rollback", "--plan", plan.toString(), "--yes")).as("%s", err).isZero();

    assertThat(server.changes).contains("off a");
    assertThat(err.toString()).contains("warning: a server does not answer", away);
  }

  @Test
  void rollbackNeedsALeader() {
    server.ready = false;

    assertThat(run("rollback", "--application", "a", "--yes")).isEqualTo(ExitCode.PRECONDITION);

    assertThat(server.changes).isEmpty();
    assertThat(err.toString()).contains("not ready", server.address());
  }

  @Test
  void rollbackNeedsSomebody() {
    server.close();

    assertThat(run("rollback", "--application", "a", "--yes")).isEqualTo(ExitCode.FAILED);

    assertThat(err.toString()).contains(away, server.address());
  }

  @Test
  void applyDoesNotGoOn() {
    server.applications.put("a", false);

    assertThat(run("apply", "--application", "a", "--yes")).isEqualTo(ExitCode.FAILED);

    assertThat(server.changes).isEmpty();
    assertThat(err.toString()).contains(away, "remove it from --server");
  }

  @Test
  void completeDoesNotGoOnWithoutAMemberThatIsNotGiven() {
    server.others.add(away);

    assertThat(
            Main.run(
                new Terminal(new PrintWriter(out), new PrintWriter(err), Map.of(), false, false),
                "complete",
                "--server",
                server.address(),
                "--plan",
                plan.toString(),
                "--yes"))
        .isEqualTo(ExitCode.PRECONDITION);

    assertThat(server.changes).isEmpty();
    assertThat(err.toString()).contains(away, "members did not report their clients");
  }

  @Test
  void reportSaysWhoIsMissing() throws Exception {
    assertThat(run("report", "--plan", plan.toString(), "-o", "json")).as("%s", err).isZero();

    assertThat(new ObjectMapper().readTree(out.toString()).path("silent").path(0).path("member"))
        .hasToString("\"" + away + "\"");
    assertThat(err.toString()).containsOnlyOnce(away);
  }

  @Test
  void whoDoesNotAnswerIsNotAskedForEachApplication() throws Exception {
    long one;
    long three;
    try (Closing silent = new Closing()) {
      away = silent.address();
      plan = plan("a");
      assertThat(run("report", "--plan", plan.toString())).as("%s", err).isZero();
      one = silent.connections();
      plan = plan("a", "b", "c");
      assertThat(run("report", "--plan", plan.toString())).as("%s", err).isZero();
      three = silent.connections() - one;
    }

    assertThat(one).isPositive();
    assertThat(three).isEqualTo(one);
  }

  /** Takes connections and ends them. */
  private static final class Closing implements AutoCloseable {

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicLong connections = new AtomicLong();

    Closing() throws IOException {
      Thread thread =
          new Thread(
              () -> {
                while (!socket.isClosed()) {
                  try (Socket connection = socket.accept()) {
                    connections.incrementAndGet();
                  } catch (IOException e) {
                    return;
                  }
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    String address() {
      return "127.0.0.1:" + socket.getLocalPort();
    }

    long connections() {
      return connections.get();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @Test
  void statusShowsBoth() throws Exception {
    assertThat(run("status", "-o", "json")).isEqualTo(ExitCode.FAILED);

    assertThat(
            new ObjectMapper().readTree(out.toString()).path("servers").findValuesAsText("state"))
        .containsExactly("UNREACHABLE", "ACTIVE");
  }
}
