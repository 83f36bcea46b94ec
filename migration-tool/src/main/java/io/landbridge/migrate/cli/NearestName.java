package io.landbridge.migrate.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that somebody meant who typed another one. */
final class NearestName {

  private static final int MAX_LENGTH = 40;
  private static final int MIN_BEGINNING = 3;

  private NearestName() {}

  /**
   * Returns the name that is most like a word; empty when none is like it.
   *
   * @param word what was typed
   * @param names all names there are
   */
  static Optional<String> of(String word, Collection<String> names) {
    if (word.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    return names.stream()
        .filter(each -> each.length() <= MAX_LENGTH)
        .map(each -> new Candidate(each, distance(word, each)))
        .filter(each -> each.distance() <= 1 + letters(word) / 4)
        .min(Comparator.comparing(Candidate::distance).thenComparing(Candidate::name))
        .map(Candidate::name);
  }

  private static int letters(String word) {
    return (int) word.chars().filter(Character::isLetterOrDigit).count();
  }

  /** The beginning of a name is like the name. */
  private static int distance(String word, String name) {
    return letters(word) >= MIN_BEGINNING && name.startsWith(word) ? 1 : edits(word, name);
  }

  /**
   * How many characters have to be added, left out, replaced, or exchanged with the next one to
   * make one word of the other.
   */
  private static int edits(String from, String to) {
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          edits[i][j] = i + j;
          continue;
        }
        int replaced = edits[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        edits[i][j] = Math.min(replaced, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
        }
      }
    }
    return edits[from.length()][to.length()];
  }

  private record Candidate(String name, int distance) {}
}
