package io.landbridge.compat.upgrade;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands of {@code docs/in-place-upgrade.md}.
 *
 * @param functions what the steps use
 * @param passes which steps, for which server, in which order
 * @param steps by their numbers
 * @param back what takes back the steps of one pass
 */
record Runbook(String functions, List<Pass> passes, SortedMap<Integer, Step> steps, String back) {

  private static final Pattern HEADING = Pattern.compile("### Step (\\d+): (.+)");
  private static final Pattern PASS = Pattern.compile("(THIS=.+?)\\s*:((?: \\d+)+)");
  private static final String FENCE = "```";

  /** Copies. */
  Runbook {
    passes = List.copyOf(passes);
  }

  /**
   * One step.
   *
   * @param title in words
   * @param script bash
   */
  record Step(String title, String script) {}

  /**
   * Steps with the same variables.
   *
   * @param variables as bash sets them
   * @param steps numbers
   */
  record Pass(String variables, List<Integer> steps) {

    /** Copies. */
    Pass {
      steps = List.copyOf(steps);
    }
  }

  /** One of the steps; the order names no other. */
  Step step(int number) {
    return Objects.requireNonNull(steps.get(number), () -> "step " + number);
  }

  /**
   * Reads the document.
   *
   * @throws IllegalArgumentException if something is missing; says what
   */
  static Runbook read(Path document) {
    try {
      return parse(Files.readAllLines(document));
    } catch (IOException e) {
      throw new UncheckedIOException("The runbook cannot be read", e);
    }
  }

  static Runbook parse(List<String> lines) {
    String functions = "";
    String back = "";
    List<Pass> passes = new ArrayList<>();
    SortedMap<Integer, Step> steps = new TreeMap<>();
    int number = 0;
    String title = "";
    for (int at = 0; at < lines.size(); at++) {
      Matcher heading = HEADING.matcher(lines.get(at));
      if (heading.matches()) {
        number = Integer.parseInt(heading.group(1));
        title = heading.group(2);
      }
      if (!lines.get(at).startsWith(FENCE)) {
        continue;
      }
      String kind = lines.get(at).substring(FENCE.length());
      int end = at + 1;
      while (end < lines.size() && !lines.get(end).equals(FENCE)) {
        end++;
      }
      String block = String.join("\n", lines.subList(at + 1, end)) + "\n";
      at = end;
      switch (kind) {
        case "sh functions" -> functions = block;
        case "sh back" -> back = block;
        case "order" -> passes.addAll(block.lines().map(Runbook::pass).toList());
        case "sh" -> {
          if (number == 0 || steps.put(number, new Step(title, block)) != null) {
            throw new IllegalArgumentException("Commands outside of a step: " + block);
          }
        }
        default -> {
          // Shown, not run.
        }
      }
    }
    return whole(new Runbook(functions, passes, steps, back));
  }

  private static Pass pass(String line) {
    Matcher pass = PASS.matcher(line);
    if (!pass.matches()) {
      throw new IllegalArgumentException("Not a line of the order: " + line);
    }
    return new Pass(
        pass.group(1),
        Arrays.stream(pass.group(2).strip().split(" ", -1)).map(Integer::valueOf).toList());
  }

  private static Runbook whole(Runbook book) {
    List<Integer> used = book.passes.stream().flatMap(pass -> pass.steps().stream()).toList();
    if (book.functions.isEmpty() || book.back.isEmpty() || used.isEmpty()) {
      throw new IllegalArgumentException(
          "The runbook lacks its functions, its order or the way back.");
    }
    if (!Set.copyOf(used).equals(book.steps.keySet())) {
      throw new IllegalArgumentException(
          "The order has the steps " + used + ", and there are " + book.steps.keySet() + ".");
    }
    return book;
  }
}
