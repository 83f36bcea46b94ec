package io.landbridge.compat.load.migration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The journal of a plan, while somebody writes it. */
final class Journal {

  private final Path file;
  private long size = -1;
  private int entries;

  Journal(Path file) {
    this.file = file;
  }

  /** How many changes are written down as intended or as done. */
  int entries() {
    try {
      long now = Files.exists(file) ? Files.size(file) : 0;
      if (now != size) {
        String text = now == 0 ? "" : Files.readString(file, StandardCharsets.UTF_8);
        entries =
            (int)
                text.lines()
                    .filter(
                        each ->
                            each.contains("\"event\":\"INTENT\"")
                                || each.contains("\"event\":\"DONE\""))
                    .count();
        size = now;
      }
      return entries;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
