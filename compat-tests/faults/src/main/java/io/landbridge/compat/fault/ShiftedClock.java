package io.landbridge.compat.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The time of day of one member, which jumps when it is told to. Only that: the clock by which a
 * process measures how long something takes stays right, as when an operator sets the time.
 */
final class ShiftedClock {

  private final Path library;
  private final Path shift;

  /**
   * A clock that is right.
   *
   * @param directory where the member is told of its shift
   */
  ShiftedClock(Path directory) {
    this.library =
        library().orElseThrow(() -> new IllegalStateException(whyNotHere().orElseThrow()));
    this.shift = directory.resolve("clock-shift");
    jump(Duration.ZERO);
  }

  /** Why it cannot be had on this machine; empty if it can. */
  static Optional<String> whyNotHere() {
    return library().isPresent()
        ? Optional.empty()
        : Optional.of("a clock that jumps needs libfaketime (Debian: libfaketime)");
  }

  /** What the member's environment needs. */
  Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD",
        library.toString(),
        "FAKETIME_TIMESTAMP_FILE",
        shift.toString(),
        "FAKETIME_CACHE_DURATION",
        "1",
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        // With its own idea of timed waits, those of a JVM return at once and it spins.
        "FAKETIME_FORCE_MONOTONIC_FIX",
        "0");
  }

  /** The time of day is off by this much, from the next second on. */
  void jump(Duration by) {
    try {
      Files.createDirectories(shift.toAbsolutePath().getParent());
      Path next = shift.resolveSibling("clock-shift.next");
      Files.writeString(next, "%+d\n".formatted(by.toSeconds()));
      Files.move(next, shift, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Path> library() {
    for (String directory : List.of("/usr/lib", "/usr/lib64")) {
      Optional<Path> found = libraryBelow(Path.of(directory));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> libraryBelow(Path directory) {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    try (Stream<Path> places = Files.list(directory)) {
      return Stream.concat(Stream.of(directory), places)
          .map(place -> place.resolve("faketime/libfaketimeMT.so.1"))
          .filter(Files::isRegularFile)
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
