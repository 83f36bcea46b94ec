package io.landbridge.compat.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The keys of a JSON object as a page documents them: in the first column of the tables below a
 * heading, where that column is {@code key}. {@code a.b} is {@code b} in the object {@code a} or in
 * each object of the list {@code a}, <code>{a,b}</code> is both, and {@code *} any name. A row that
 * says {@code (if any)} need not be there.
 *
 * @param always what must be there, without braces
 * @param maybe what can be there
 */
record DocumentedKeys(Set<String> always, Set<String> maybe) {

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern BRACES = Pattern.compile("\\{([^{}]*)}");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{2,} ");

  /**
   * Reads a page.
   *
   * @param heading the text of the heading, without its {@code #}
   * @throws IllegalArgumentException if the page has no such heading, or no key below it
   */
  static DocumentedKeys below(String heading, String page) {
    String section =
        HEADING
            .splitAsStream(page)
            .filter(each -> each.lines().findFirst().orElse("").equals(heading))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("No heading " + heading));
    DocumentedKeys keys = new DocumentedKeys(new TreeSet<>(), new TreeSet<>());
    boolean ofKeys = false;
    for (String line : section.lines().toList()) {
      if (!line.startsWith("|")) {
        ofKeys = false;
        continue;
      }
      String first = line.split("\\|", -1)[1].strip();
      ofKeys |= first.equals("key");
      if (ofKeys) {
        Set<String> to = first.contains("(if any)") ? keys.maybe() : keys.always();
        CODE.matcher(first).results().map(each -> each.group(1)).forEach(it -> expand(it, to));
      }
    }
    if (keys.always().isEmpty()) {
      throw new IllegalArgumentException("No key below " + heading);
    }
    return keys;
  }

  private static void expand(String pattern, Collection<String> to) {
    Matcher braces = BRACES.matcher(pattern);
    if (!braces.find()) {
      to.add(pattern);
      return;
    }
    MatchResult first = braces.toMatchResult();
    for (String each : first.group(1).split(",", -1)) {
      expand(pattern.substring(0, first.start()) + each + pattern.substring(first.end()), to);
    }
  }

  /** What is in one but not in the other, a line each; empty if they agree. */
  List<String> differences(JsonNode object) {
    Set<String> found = new TreeSet<>();
    collect("", object, found);
    List<String> differences = new ArrayList<>();
    for (String key : found) {
      if (Stream.concat(always.stream(), maybe.stream()).noneMatch(each -> matches(each, key))) {
        differences.add("not documented: " + key);
      }
    }
    for (String pattern : always) {
      if (found.stream().noneMatch(key -> matches(pattern, key))) {
        differences.add("documented, but missing: " + pattern);
      }
    }
    return differences;
  }

  private static void collect(String path, JsonNode node, Set<String> to) {
    boolean objects = node.isArray() && !node.isEmpty() && node.get(0).isObject();
    if (objects) {
      node.forEach(each -> collect(path, each, to));
    } else if (node.isObject() && !node.isEmpty()) {
      node.fields()
          .forEachRemaining(
              each ->
                  collect(
                      path.isEmpty() ? each.getKey() : path + "." + each.getKey(),
                      each.getValue(),
                      to));
    } else {
      to.add(path);
    }
  }

  private static boolean matches(String pattern, String key) {
    String expression =
        Stream.of(pattern.split("\\*", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining("[^.]+"));
    return key.matches(expression);
  }
}
