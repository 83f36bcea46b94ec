package io.landbridge.migrate.board;

import io.landbridge.migrate.lock.RunView;
import io.landbridge.migrate.report.Printable;
import io.landbridge.migrate.report.result.StatusResult;
import io.landbridge.model.Counted;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of one look at a cluster: members, applications, bridge and the run under way.
 *
 * @param at when
 * @param status the members, applications and run; null when the look failed
 * @param bridge the state of the bridge, for people; empty when it is unknown
 * @param failure why the look failed; empty when it did not
 */
public record Board(Instant at, @Nullable StatusResult status, String bridge, String failure) {

  private static final int MAX_APPLICATIONS = 15;

  /** The board as a terminal shows it, from its first line on. */
  public String text() {
    List<String> lines = new ArrayList<>(List.of(time()));
    if (status == null) {
      lines.add("Away: " + failure);
      return joined(lines);
    }
    lines.add("");
    lines.add("Members");
    status.servers().forEach(each -> lines.add("  " + member(each)));
    lines.add("Applications: " + counts(states()));
    List<StatusResult.Application> notable =
        status.applications().stream()
            .filter(each -> each.state().startsWith("SWITCHING_") || !each.problems().isEmpty())
            .toList();
    notable.stream().limit(MAX_APPLICATIONS).forEach(each -> lines.add("  " + application(each)));
    if (notable.size() > MAX_APPLICATIONS) {
      lines.add("  and %d more".formatted(notable.size() - MAX_APPLICATIONS));
    }
    lines.add("Bridge: " + (bridge.isEmpty() ? "unknown" : bridge));
    RunView run = status.run();
    if (run == null) {
      lines.add("No run under way");
    } else {
      lines.addAll(run.lines());
    }
    return joined(lines);
  }

  /** The same as one line, for a file. */
  public String line() {
    if (status == null) {
      return Printable.of("%s away: %s".formatted(time(), failure)) + "\n";
    }
    RunView run = status.run();
    return Printable.of(
            "%s members: %s; applications: %s; bridge: %s; run: %s"
                .formatted(
                    time(),
                    counts(
                        tally(status.servers().stream().map(StatusResult.Server::state).toList())),
                    counts(states()),
                    bridge.isEmpty() ? "unknown" : bridge,
                    run == null ? "none" : line(run)))
        + "\n";
  }

  private static String line(RunView run) {
    String phase = run.phase().toLowerCase(Locale.ROOT);
    return run.takesOrders()
        ? "%s, %s%s, %s waiting"
            .formatted(
                run.doing(),
                run.wave() == 0 ? "" : "wave %d of %d, ".formatted(run.wave(), run.waves()),
                phase,
                Counted.of(run.waitingTotal(), "application"))
        : run.doing();
  }

  private String time() {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String member(StatusResult.Server server) {
    var catalog = server.catalog();
    return server.server()
        + "  "
        + server.state()
        + (server.leader() ? ", leader" : "")
        + (server.state().equals("ACTIVE") && !server.ready() ? ", not ready" : "")
        + (catalog == null ? "" : ", applied " + catalog.applied())
        + (server.reason().isEmpty() ? "" : ": " + server.reason());
  }

  private static String application(StatusResult.Application application) {
    return "%s/%s  %s%s"
        .formatted(
            application.namespace(),
            application.application(),
            application.state(),
            application.problems().isEmpty()
                ? ""
                : ": " + String.join("; ", application.problems()));
  }

  private SortedMap<String, Integer> states() {
    return status == null
        ? new TreeMap<>()
        : tally(status.applications().stream().map(StatusResult.Application::state).toList());
  }

  private static SortedMap<String, Integer> tally(List<String> states) {
    SortedMap<String, Integer> tally = new TreeMap<>();
    states.forEach(each -> tally.merge(each, 1, Integer::sum));
    return tally;
  }

  private static String counts(SortedMap<String, Integer> tally) {
    return tally.isEmpty()
        ? "none"
        : tally.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", "));
  }

  private static String joined(List<String> lines) {
    return lines.stream().map(each -> Printable.of(each) + "\n").collect(Collectors.joining());
  }
}
