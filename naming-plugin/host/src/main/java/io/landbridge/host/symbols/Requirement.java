package io.landbridge.host.symbols;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One line of a symbol list: alternatives of which at least one must be there. The server's line
 * changed some methods in the middle of its life, and the adapter finds out at start which it has.
 *
 * @param part which part of the adapter needs it
 * @param alternatives one symbol, or several of which one is enough
 */
record Requirement(Part part, List<Symbol> alternatives) {

  /** Parts of the adapter that can be missing on their own. */
  enum Part {
    /** Everything but the admin API; without it the plugin is off. */
    CORE("core"),
    /** The admin API; without it not even the status can be asked for. */
    HTTP("http"),
    /** The API of 1.x where the server has none; without it only that is off. */
    FRONT("front"),
    /** Configurations in that API; without it only they are off. */
    CONFIG("config");

    private final String label;

    Part(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  Requirement {
    alternatives = List.copyOf(alternatives);
  }

  /**
   * Reads one line.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static Requirement parse(String line) {
    String[] halves = line.strip().split(" ", 2);
    Part part =
        Arrays.stream(Part.values())
            .filter(each -> each.label.equals(halves[0]))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no part of the adapter: " + line));
    if (halves.length < 2) {
      throw new IllegalArgumentException("no symbol: '" + line + "'");
    }
    return new Requirement(
        part, Arrays.stream(halves[1].split(" \\| ")).map(Symbol::parse).toList());
  }

  /** For people. */
  @Override
  public String toString() {
    return alternatives.stream()
        .map(Symbol::toString)
        .distinct()
        .collect(Collectors.joining(" or "));
  }
}
