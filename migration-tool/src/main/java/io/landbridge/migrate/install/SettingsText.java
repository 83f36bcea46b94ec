package io.landbridge.migrate.install;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The text of an {@code application.properties}, with at most one block of settings that {@code
 * install} wrote. Every character stands for one byte, so that what belongs to others stays as it
 * is whatever its encoding.
 *
 * @param lines each with the line end it has
 */
record SettingsText(List<String> lines) {

  static final String BEGIN = "# >>> landbridge: settings of the plugin, by 'landbridge install'";
  static final String END = "# <<< landbridge";

  private static final String PREFIX = "landbridge.";

  SettingsText {
    lines = List.copyOf(lines);
  }

  static SettingsText of(String text) {
    List<String> lines = new ArrayList<>();
    int from = 0;
    while (from < text.length()) {
      int end = text.indexOf('\n', from);
      int next = end < 0 ? text.length() : end + 1;
      lines.add(text.substring(from, next));
      from = next;
    }
    return new SettingsText(lines);
  }

  String text() {
    return String.join("", lines);
  }

  /** Returns whether the block is there. */
  boolean hasBlock() {
    return line(BEGIN).isPresent() || line(END).isPresent();
  }

  /** Returns what is wrong with the block; empty when it is whole or not there. */
  Optional<String> damage() {
    long begins = lines.stream().filter(each -> is(each, BEGIN)).count();
    long ends = lines.stream().filter(each -> is(each, END)).count();
    return begins == ends && begins <= 1 && line(BEGIN).orElse(-1) <= line(END).orElse(0)
        ? Optional.empty()
        : Optional.of(
            "the block of settings that 'landbridge install' wrote has lost its first or last line,"
                + " or is there twice");
  }

  /** Returns why a block at the end would not be read as intended; empty when it would. */
  Optional<String> trap() {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).strip().matches("[#!]---")) {
        return Optional.of(
            "line %d begins another document, which may not be active".formatted(i + 1));
      }
    }
    return !lines.isEmpty() && isContinued(lines.get(lines.size() - 1))
        ? Optional.of("the last line ends with a backslash and would swallow the next one")
        : Optional.empty();
  }

  private static boolean isContinued(String line) {
    String content = content(line);
    if (content.strip().startsWith("#") || content.strip().startsWith("!")) {
      return false;
    }
    int backslashes = 0;
    while (backslashes < content.length()
        && content.charAt(content.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }

  /** The settings of the plugin that stand outside the block, with the numbers of their lines. */
  SortedMap<String, Place> outside() {
    SortedMap<String, Place> found = new TreeMap<>();
    int begin = line(BEGIN).orElse(lines.size());
    int end = line(END).orElse(lines.size());
    for (int i = 0; i < lines.size(); i++) {
      if (i < begin || i > end) {
        int number = i + 1;
        setting(lines.get(i))
            .ifPresent(each -> found.put(each.getKey(), new Place(number, each.getValue())));
      }
    }
    return found;
  }

  /**
   * A setting in the text.
   *
   * @param line the number of its line, from 1
   * @param value its value
   */
  record Place(int line, String value) {}

  /** With these settings in the block, which is made if it is not there. */
  SettingsText with(List<ChosenSetting> settings) {
    // Once the block is there its own line ends count: that before it may have become part of \r\n.
    String lineEnd =
        lines.stream()
                .filter(each -> !hasBlock() || is(each, BEGIN))
                .anyMatch(each -> each.endsWith("\r\n"))
            ? "\r\n"
            : "\n";
    List<String> result = new ArrayList<>(lines);
    if (!hasBlock()) {
      // This line end belongs to the block, and goes with it.
      if (result.isEmpty()) {
        result.add(lineEnd);
      } else {
        String last = result.remove(result.size() - 1);
        if (last.endsWith("\n")) {
          result.add(last);
          result.add(lineEnd);
        } else {
          result.add(last + lineEnd);
        }
      }
      result.add(BEGIN + lineEnd);
      result.add(END + lineEnd);
    }
    settings.forEach(each -> put(result, each, lineEnd));
    return new SettingsText(result);
  }

  private static void put(List<String> result, ChosenSetting setting, String lineEnd) {
    int begin = indexOf(result, BEGIN);
    int end = indexOf(result, END);
    String line = setting.key() + "=" + escaped(setting.value()) + lineEnd;
    for (int i = begin; i < end; i++) {
      if (setting(result.get(i)).filter(each -> each.getKey().equals(setting.key())).isPresent()) {
        result.set(i, line);
        return;
      }
    }
    List<String> added = new ArrayList<>(setting.comment().stream().map(c -> c + lineEnd).toList());
    added.add(line);
    result.addAll(end, added);
  }

  /** Without the block, byte for byte as before it was written. */
  SettingsText without() {
    Optional<Integer> begin = line(BEGIN);
    Optional<Integer> end = line(END);
    if (begin.isEmpty() || end.isEmpty()) {
      return this;
    }
    String before = String.join("", lines.subList(0, begin.get()));
    String after = String.join("", lines.subList(end.get() + 1, lines.size()));
    String lineEnd = lines.get(begin.get()).endsWith("\r\n") ? "\r\n" : "\n";
    String kept =
        before.endsWith(lineEnd) ? before.substring(0, before.length() - lineEnd.length()) : before;
    // What somebody has added since behind the block must not end up in the line before it.
    boolean joins = !after.isEmpty() && !kept.isEmpty() && !kept.endsWith("\n");
    return of((joins ? before : kept) + after);
  }

  private Optional<Integer> line(String wanted) {
    int index = indexOf(lines, wanted);
    return index < 0 ? Optional.empty() : Optional.of(index);
  }

  private static int indexOf(List<String> lines, String wanted) {
    for (int i = 0; i < lines.size(); i++) {
      if (is(lines.get(i), wanted)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean is(String line, String wanted) {
    return content(line).equals(wanted);
  }

  private static String content(String line) {
    return line.replaceFirst("\r?\n$", "");
  }

  private static Optional<Map.Entry<String, String>> setting(String line) {
    if (!line.stripLeading().startsWith(PREFIX)) {
      return Optional.empty();
    }
    Properties one = new Properties();
    try {
      one.load(new StringReader(line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException e) {
      // An escape that is none; the server will refuse the file.
      return Optional.empty();
    }
    return one.stringPropertyNames().stream()
        .findFirst()
        .map(key -> Map.entry(key, one.getProperty(key)));
  }

  private static String escaped(String value) {
    StringBuilder text = new StringBuilder();
    for (char each : value.toCharArray()) {
      if (each == '\\') {
        text.append("\\\\");
      } else if (each > '~') {
        text.append("\\u%04X".formatted((int) each));
      } else {
        text.append(each);
      }
    }
    return text.isEmpty() || text.charAt(0) != ' ' ? text.toString() : "\\" + text;
  }
}
