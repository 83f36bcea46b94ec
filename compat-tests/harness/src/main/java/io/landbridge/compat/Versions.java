package io.landbridge.compat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of {@code compat-tests/versions.txt}.
 *
 * @param lines the listed entries in file order
 */
public record Versions(List<Line> lines) {

  /** Copies the list. */
  public Versions {
    lines = List.copyOf(lines);
  }

  /**
   * One entry.
   *
   * @param key its identity, for example {@code server nacos 3.1.0}
   * @param coordinates Maven coordinates that say where it comes from; may be empty
   */
  public record Line(String key, List<String> coordinates) {

    /** Copies the list. */
    public Line {
      coordinates = List.copyOf(coordinates);
    }
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if a line is malformed or listed twice; says which
   */
  public static Versions read(Path file) throws IOException {
    return parse(Files.readAllLines(file), file.toString());
  }

  static Versions parse(List<String> text, String name) {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < text.size(); i++) {
      String line = text.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      Line parsed = line(line, name + ":" + (i + 1));
      if (lines.stream().anyMatch(known -> known.key().equals(parsed.key()))) {
        throw new IllegalArgumentException(
            name + ":" + (i + 1) + ": listed twice: " + parsed.key());
      }
      lines.add(parsed);
    }
    return new Versions(lines);
  }

  /** The keys in file order. */
  public List<String> keys() {
    return lines.stream().map(Line::key).toList();
  }

  private static Line line(String line, String where) {
    List<String> key = new ArrayList<>();
    List<String> coordinates = new ArrayList<>();
    for (String word : line.split("\\s+", -1)) {
      if (word.indexOf(':') >= 0) {
        coordinates.add(word);
      } else if (coordinates.isEmpty()) {
        key.add(word);
      } else {
        throw new IllegalArgumentException(
            where + ": '" + word + "' after the coordinates; they come last.");
      }
    }
    if (key.size() < 3) {
      throw new IllegalArgumentException(
          where + ": expected <kind> <name> <version>, found: " + line);
    }
    return new Line(String.join(" ", key), coordinates);
  }
}
