package io.landbridge.compat.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.upgrade.SketchedMachines.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The commands of the runbook as they are pasted, on machines that are sketched: each call of each
 * step fails once.
 */
class RunbookIT {

  private static final Runbook BOOK =
      Runbook.read(Artifacts.locate().root().resolve("docs/in-place-upgrade.md"));

  private static final List<String> ALL = SketchedMachines.ADDRESSES;

  private static final Place END = new Place(-1, -1);
  private static final Map<Place, SketchedMachines> BEFORE = new ConcurrentHashMap<>();
  private static final AtomicInteger COPIES = new AtomicInteger();

  @TempDir static Path worlds;

  /**
   * A step at its place in the order; 0 is the way back.
   *
   * @param pass from 0
   * @param step its number
   */
  record Place(int pass, int step) {

    Runbook.Pass in() {
      return BOOK.passes().get(pass);
    }

    String script() {
      return step == 0 ? BOOK.back() : BOOK.step(step).script();
    }
  }

  private static List<Place> order() {
    List<Place> order = new ArrayList<>();
    for (int pass = 0; pass < BOOK.passes().size(); pass++) {
      for (int step : BOOK.passes().get(pass).steps()) {
        order.add(new Place(pass, step));
      }
    }
    return order;
  }

  /** Each step once, and the ways back; where a step comes again it does the same. */
  static Stream<Place> places() {
    return Stream.concat(
        order().stream()
            .filter(each -> each.pass() == 0 || each.step() != 1 && each.step() != 5)
            .filter(each -> each.pass() != 2 || each.step() != 3),
        Stream.of(new Place(0, 0), new Place(1, 0)));
  }

  /** Those that switch something that is to be undone. */
  static Stream<Place> switching() {
    return places().filter(each -> Set.of(0, 2, 3, 7).contains(each.step()));
  }

  @BeforeAll
  static void goThrough() throws Exception {
    Path first = Files.createDirectory(worlds.resolve("first"));
    SketchedMachines machines = SketchedMachines.in(first);
    Place last = new Place(0, 1);
    for (Place each : order()) {
      if (each.pass() != last.pass()) {
        BEFORE.put(new Place(last.pass(), 0), snapshot(machines));
      }
      BEFORE.put(each, snapshot(machines));
      Ended ended = machines.paste(BOOK, each.in(), each.script());
      assertThat(ended.status()).as(each + ": " + ended.said()).isZero();
      last = each;
    }
    BEFORE.put(END, machines);
  }

  private static SketchedMachines snapshot(SketchedMachines machines) throws IOException {
    return machines.copyTo(worlds.resolve(Integer.toString(COPIES.incrementAndGet())));
  }

  /** The machines as the steps before this one leave them. */
  private static SketchedMachines before(Place place) throws IOException {
    return snapshot(Objects.requireNonNull(BEFORE.get(place)));
  }

  @Test
  void wholeOrderMovesEveryServer() throws Exception {
    SketchedMachines machines = before(END);

    assertThat(machines.phase()).isEqualTo("DONE");
    assertThat(ALL).extracting(machines::running).containsOnly(Optional.of("new"));
  }

  @ParameterizedTest
  @MethodSource("places")
  void stepEndsAtFirstFailureAndUndoesWhatItSwitched(Place place) throws Exception {
    Ended well = before(place).paste(BOOK, place.in(), place.script());
    assertThat(well.status()).as(well.said()).isZero();
    List<String> calls = List.copyOf(new LinkedHashSet<>(well.calls()));
    assertThat(calls).isNotEmpty();

    for (String broken : ofEachKind(calls)) {
      SketchedMachines machines = before(place);
      Set<String> were = running(machines);
      machines.breaks(broken);

      Ended ended = machines.paste(BOOK, place.in(), place.script());

      String what = "%s without %s:%n%s".formatted(place, broken, ended.said());
      if (ended.status() == 0) {
        // Asked only to see which way to take, and taken for the worse answer.
        assertThat(ended.calls()).as(what).containsAll(calls);
        continue;
      }
      assertThat(ended.said()).as(what).isNotBlank();
      List<String> later = calls.subList(calls.indexOf(broken) + 1, calls.size());
      assertThat(ended.calls())
          .as(what)
          .filteredOn(later::contains)
          .allMatch(each -> each.contains("value=true") || reads(each) || undoes(each, place));
      safe(machines, ended, what);
      if (place.step() == 2 && !ended.calls().contains(stop(place))) {
        assertThat(running(machines)).as(what).isEqualTo(were);
        long old = were.stream().filter(each -> each.endsWith(" old")).count();
        for (String each : ALL) {
          if (were.contains(each + " old") && !ended.said().contains("Run: list " + each)) {
            assertThat(machines.list(each)).as(what).hasSize((int) old);
          }
        }
      }
    }
  }

  /** What is called for several servers counts once; the last of them has most to be undone. */
  private static Collection<String> ofEachKind(List<String> calls) {
    Map<String, String> last = new LinkedHashMap<>();
    calls.forEach(each -> last.put(each.replaceAll("10\\.0\\.0\\.\\d:\\d+", "SERVER"), each));
    return last.values();
  }

  /** Nobody is left with an expiry that is off, or is told by a server that knows nothing. */
  private static void safe(SketchedMachines machines, Ended ended, String what) {
    for (String each : ALL) {
      if (machines.running(each).equals(Optional.of("old")) && !machines.expires(each)) {
        assertThat(ended.said()).as(what).contains("run: expiry " + each + " true");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("switching")
  void stepThatFailedCanBeRepeated(Place place) throws Exception {
    Ended well = before(place).paste(BOOK, place.in(), place.script());
    for (int at = well.calls().size() - 1; at >= 0; at--) {
      SketchedMachines machines = before(place);
      machines.breaks(well.calls().get(at));
      Ended ended = machines.paste(BOOK, place.in(), place.script());
      if (ended.status() != 0) {
        machines.breaks("nothing");
        boolean onwards = ended.said().contains("Go on with step 3");
        Ended again =
            machines.paste(BOOK, place.in(), onwards ? BOOK.step(3).script() : place.script());
        assertThat(again.status()).as(ended.said() + again.said()).isZero();
        return;
      }
    }
    fail("No call of %s can fail", place);
  }

  @Test
  void newServerWhosePluginIsOffIsStoppedAtOnce() throws Exception {
    Place place = new Place(0, 3);
    SketchedMachines machines = before(place);
    machines.plugin("DISABLED");

    Ended ended = machines.paste(BOOK, place.in(), place.script());

    assertThat(ended.status()).isNotZero();
    assertThat(ended.said()).contains("the plugin of " + ALL.get(0) + " is active");
    assertThat(machines.running(ALL.get(0))).isEmpty();
  }

  @Test
  void stepsOutOfOrderAreRefused() throws Exception {
    for (Place place :
        List.of(
            new Place(0, 2),
            new Place(0, 3),
            new Place(0, 4),
            new Place(0, 5),
            new Place(2, 6),
            new Place(2, 7),
            new Place(2, 8),
            new Place(1, 2))) {
      SketchedMachines machines = before(order().get(0));
      Ended ended = machines.paste(BOOK, place.in(), place.script());

      assertThat(ended.status()).as(place + ended.said()).isNotZero();
      assertThat(ended.said()).as(place.toString()).contains("not so: ");
      assertThat(running(machines)).hasSize(ALL.size()).allMatch(each -> each.endsWith(" old"));
    }
  }

  private static Set<String> running(SketchedMachines machines) {
    Set<String> running = new LinkedHashSet<>();
    ALL.forEach(each -> machines.running(each).ifPresent(what -> running.add(each + " " + what)));
    return running;
  }

  private static String stop(Place place) {
    return "on %s old/bin/shutdown.sh".formatted(ALL.get(place.pass()));
  }

  /** What changes nothing may be asked while undoing. */
  private static boolean reads(String call) {
    return !call.startsWith("on ")
        && (call.contains("bridge status") || call.matches("curl [^{]*") && !call.contains("-X "));
  }

  /** A new server that is not known to be in its place, or to be stopped, is stopped. */
  private static boolean undoes(String call, Place place) {
    return (place.step() == 3 || place.step() == 0) && call.endsWith("new/bin/shutdown.sh");
  }

  @Test
  void stepsArePastedWhole() {
    assertThat(BOOK.steps().values())
        .allSatisfy(
            step ->
                assertThat(step.script())
                    .startsWith("(\n  set -Eeuo pipefail\n")
                    .endsWith("\n)\n"));
    assertThat(BOOK.back()).startsWith("(\n  set -Eeuo pipefail\n").endsWith("\n)\n");
    // A terminal would look it up in its history.
    assertThat(BOOK.functions() + BOOK.back() + BOOK.steps())
        .doesNotContainPattern("\"[^\"\n]*![^ =\"\n]");
  }
}
