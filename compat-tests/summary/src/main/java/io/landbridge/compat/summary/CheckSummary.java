package io.landbridge.compat.summary;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * What {@code ./mvnw} says at the end of every {@code verify} and {@code install}: where the time
 * went, what was started, which waits were nearly too long, and how the tests ended.
 *
 * <p>{@code mvnw} runs it from this file, {@code java CheckSummary.java ROOT START STATUS
 * [ARGUMENT...]}: the root of the working copy, the second of the epoch at which the build started,
 * the exit status of Maven, and what Maven was called with. It is therefore one file and knows
 * nothing but the JDK.
 *
 * <p>It reads, of this build only, that is what is not older than its start:
 *
 * <ul>
 *   <li>the {@code TEST-*.xml} of Surefire and Failsafe in the {@code target} of every module
 *   <li>the newest report of the Maven profiler, for the times of the modules
 *   <li>the records in {@code target/check}, which the processes of the tests have left there
 * </ul>
 *
 * <p>The last line is {@code N passed, N failed, N skipped}. An error is a failure, and so is a
 * report that cannot be read; a test that passed when it was run again has passed. The same as JSON
 * is in {@code target/check-summary.json}:
 *
 * <pre>
 * maven_status        exit status of Maven
 * passed, failed, skipped
 *                     numbers of tests
 * modules             [{name, seconds}], the slowest first
 * classes             [{name, tests, seconds, servers}], test classes, the slowest first; servers:
 *                     how many they started
 * servers, programs, commands
 *                     {version, line or verb: number started}
 * late_waits          [{waited_ms, limit_ms, held, what, test}], the longest first
 * failed_tests        [name]
 * unprepared          [what could not be prepared for quick starts, and why]
 * unreadable          [what could not be read]
 * </pre>
 */
public final class CheckSummary {

  private static final int SLOWEST = 15;
  private static final int LONGEST = 20;

  private static final Pattern PROJECT =
      Pattern.compile("\"project\":\"((?:[^\"\\\\]|\\\\.)*)\",\"time\":\"(\\d+) ms\"");

  /** What Maven is called with when it is not to run every test there is. */
  private static final Pattern PARTIAL =
      Pattern.compile(
          "-pl|--projects|-pl=.*|--projects=.*|-rf|--resume-from|-f|--file|-N|--non-recursive"
              + "|-D(skipTests|skipITs|maven\\.test\\.skip|test|it\\.test)(=.*)?");

  private final Instant start;
  private final int status;
  private final boolean full;

  private final Map<String, Double> modules = new HashMap<>();
  private final Map<String, TestClass> classes = new HashMap<>();
  private final Map<String, Map<String, Integer>> started = new HashMap<>();
  private final Map<String, Integer> serversOf = new HashMap<>();
  private final List<LateWait> lateWaits = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();
  private final List<String> unprepared = new ArrayList<>();
  private final List<String> unreadable = new ArrayList<>();
  private int passed;
  private int skipped;

  private CheckSummary(Instant start, int status, List<String> arguments) {
    this.start = start;
    this.status = status;
    this.full = arguments.stream().noneMatch(argument -> PARTIAL.matcher(argument).matches());
  }

  /**
   * Prints the summary and writes it as JSON.
   *
   * @param args see above
   * @throws IOException if the JSON cannot be written
   */
  public static void main(String[] args) throws IOException {
    if (args.length < 3) {
      System.err.println("Usage: java CheckSummary.java ROOT START STATUS [ARGUMENT...]");
      System.exit(2);
    }
    Path root = Path.of(args[0]);
    List<String> arguments = List.of(args).subList(3, args.length);
    CheckSummary summary =
        of(
            root,
            Instant.ofEpochSecond(Long.parseLong(args[1])),
            Integer.parseInt(args[2]),
            arguments);
    Path json = root.resolve("target/check-summary.json");
    try {
      Files.createDirectories(json.getParent());
      Files.writeString(json, summary.json());
    } finally {
      // What stands on the last line is what others read.
      summary.print(System.out);
    }
  }

  /**
   * Reads what a build has left behind.
   *
   * @param status exit status of Maven
   * @param arguments what Maven was called with
   * @throws IOException if not even directories can be listed
   */
  static CheckSummary of(Path root, Instant start, int status, List<String> arguments)
      throws IOException {
    CheckSummary summary = new CheckSummary(start, status, arguments);
    List<Path> profiles = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            String name = directory.getFileName() == null ? "" : directory.getFileName().toString();
            if (name.equals(".profiler")) {
              // There when a module has no target, because nothing was built in it.
              profiles.addAll(summary.files(directory, "profiler-report-.*\\.json"));
            } else if (name.equals("target")) {
              profiles.addAll(
                  summary.files(directory.resolve(".profiler"), "profiler-report-.*\\.json"));
              for (Path reports : directories(directory, "(surefire|failsafe)-reports.*")) {
                summary.files(reports, "TEST-.*\\.xml").forEach(summary::addReport);
              }
              return FileVisitResult.SKIP_SUBTREE;
            }
            boolean dull = name.equals("src") || (name.startsWith(".") && !directory.equals(root));
            return dull ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
    profiles.stream()
        .max(Comparator.comparing(path -> path.getFileName().toString()))
        .ifPresent(summary::addProfile);
    summary.files(root.resolve("target/check"), ".*\\.tsv").forEach(summary::addRecords);
    return summary;
  }

  private static List<Path> directories(Path parent, String name) throws IOException {
    try (Stream<Path> children = Files.list(parent)) {
      return children
          .filter(Files::isDirectory)
          .filter(child -> child.getFileName().toString().matches(name))
          .sorted()
          .toList();
    }
  }

  /** The files of such a name that this build has written. */
  private List<Path> files(Path directory, String name) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    List<Path> result = new ArrayList<>();
    try (Stream<Path> children = Files.list(directory)) {
      for (Path child : children.sorted().toList()) {
        if (child.getFileName().toString().matches(name)
            && !Files.getLastModifiedTime(child).toInstant().isBefore(start)) {
          result.add(child);
        }
      }
    }
    return result;
  }

  private void addReport(Path report) {
    try (InputStream in = Files.newInputStream(report)) {
      XMLInputFactory factory = XMLInputFactory.newInstance();
      factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
      Suite suite = Suite.read(factory.createXMLStreamReader(in));
      passed += suite.passed;
      skipped += suite.skipped;
      failed.addAll(suite.failed);
      classes.merge(
          suite.name, new TestClass(suite.name, suite.tests(), suite.seconds), TestClass::plus);
    } catch (IOException | XMLStreamException | IllegalArgumentException e) {
      unreadable.add(report + ": " + oneLine(e));
      failed.add("whatever is in " + report.getFileName() + ", which cannot be read");
    }
  }

  private void addProfile(Path profile) {
    try {
      Matcher projects = PROJECT.matcher(Files.readString(profile));
      while (projects.find()) {
        modules.merge(
            projects.group(1).replaceAll("\\\\(.)", "$1"),
            Long.parseLong(projects.group(2)) / 1000.0,
            Double::sum);
      }
    } catch (IOException e) {
      unreadable.add(profile + ": " + oneLine(e));
    }
  }

  private void addRecords(Path records) {
    try {
      for (String line : Files.readAllLines(records)) {
        String[] fields = line.split("\t", -1);
        if (fields[0].equals("late")) {
          lateWaits.add(LateWait.of(fields));
        } else if (fields[0].equals("unprepared")) {
          unprepared.add(String.join(": ", List.of(fields).subList(1, fields.length)));
        } else if (fields.length > 1) {
          started
              .computeIfAbsent(fields[0], kind -> new TreeMap<>())
              .merge(fields[1], 1, Integer::sum);
          if (fields[0].equals("server") && fields.length > 2) {
            serversOf.merge(fields[2], 1, Integer::sum);
          }
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      unreadable.add(records + ": " + oneLine(e));
    }
  }

  private static String oneLine(Exception e) {
    return e.toString().replaceAll("\\s+", " ");
  }

  private int tests() {
    return passed + failed.size() + skipped;
  }

  private List<Map.Entry<String, Double>> slowestModules() {
    return modules.entrySet().stream()
        .sorted(
            Map.Entry.<String, Double>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .toList();
  }

  private List<TestClass> slowestClasses() {
    return classes.values().stream()
        .sorted(
            Comparator.comparingDouble(TestClass::seconds)
                .reversed()
                .thenComparing(TestClass::name))
        .toList();
  }

  private List<LateWait> longestWaits() {
    return lateWaits.stream()
        .sorted(Comparator.comparingLong(LateWait::waitedMillis).reversed())
        .toList();
  }

  private Map<String, Integer> started(String kind) {
    return started.getOrDefault(kind, Map.of());
  }

  /** Prints it for people. */
  void print(PrintStream out) {
    out.println();
    if (!modules.isEmpty()) {
      out.println("Modules, in seconds");
      slowestModules().forEach(module -> row(out, module.getValue(), module.getKey()));
    }
    if (!classes.isEmpty()) {
      out.println("Slowest test classes, in seconds");
      slowestClasses().stream()
          .limit(SLOWEST)
          .forEach(each -> row(out, each.seconds(), each.name() + servers(each)));
    }
    out.println(
        "Started: %s, %s, %s"
            .formatted(
                count("servers", "server"),
                count("programs", "program"),
                count("commands", "command")));
    if (!lateWaits.isEmpty()) {
      out.println("Waits of more than a third of their limit, in seconds");
      longestWaits().stream().limit(LONGEST).forEach(wait -> row(out, wait.seconds(), wait.text()));
      if (lateWaits.size() > LONGEST) {
        out.println("           and " + (lateWaits.size() - LONGEST) + " more");
      }
    }
    unprepared.forEach(what -> out.println("Not prepared, so that it starts slowly: " + what));
    unreadable.forEach(what -> out.println("Cannot read " + what));
    if (!failed.isEmpty()) {
      out.println("Failed tests");
      failed.stream().sorted().forEach(test -> out.println("  " + test));
    }
    if (status != 0) {
      out.println("Maven failed, with status " + status + ".");
    } else if (full && tests() == 0) {
      out.println("Maven passed, but no test was run.");
    }
    out.println(passed + " passed, " + failed.size() + " failed, " + skipped + " skipped");
  }

  private String servers(TestClass of) {
    int servers = serversOf.getOrDefault(of.name(), 0);
    return servers == 0 ? "" : servers == 1 ? ", 1 server" : ", %d servers".formatted(servers);
  }

  private static void row(PrintStream out, double seconds, String text) {
    out.println(String.format(Locale.ROOT, "%9.1f  %s", seconds, text));
  }

  private String count(String many, String kind) {
    Map<String, Integer> each = started(kind);
    int all = each.values().stream().mapToInt(Integer::intValue).sum();
    String which =
        each.entrySet().stream()
            .map(entry -> entry.getKey() + ": " + entry.getValue())
            .collect(Collectors.joining(", "));
    return all + " " + many + (each.isEmpty() ? "" : " (" + which + ")");
  }

  /** The same for programs. */
  String json() {
    return """
    {
      "maven_status": %d,
      "passed": %d,
      "failed": %d,
      "skipped": %d,
      "modules": %s,
      "classes": %s,
      "servers": %s,
      "programs": %s,
      "commands": %s,
      "late_waits": %s,
      "failed_tests": %s,
      "unprepared": %s,
      "unreadable": %s
    }
    """
        .formatted(
            status,
            passed,
            failed.size(),
            skipped,
            array(
                slowestModules(),
                module ->
                    "{\"name\": %s, \"seconds\": %s}"
                        .formatted(quoted(module.getKey()), number(module.getValue()))),
            array(slowestClasses(), each -> each.json(serversOf.getOrDefault(each.name(), 0))),
            counts("server"),
            counts("program"),
            counts("command"),
            array(longestWaits(), LateWait::json),
            array(failed.stream().sorted().toList(), CheckSummary::quoted),
            array(unprepared, CheckSummary::quoted),
            array(unreadable, CheckSummary::quoted));
  }

  private String counts(String kind) {
    return started(kind).entrySet().stream()
        .map(entry -> quoted(entry.getKey()) + ": " + entry.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static <T> String array(List<T> values, java.util.function.Function<T, String> json) {
    return values.stream().map(json).collect(Collectors.joining(",\n    ", "[", "]"));
  }

  private static String number(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }

  private static String quoted(String text) {
    StringBuilder result = new StringBuilder("\"");
    text.chars()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                result.append('\\').append((char) c);
              } else if (c < ' ') {
                result.append("\\u%04x".formatted(c));
              } else {
                result.append((char) c);
              }
            });
    return result.append('"').toString();
  }

  /** A test class in all executions that ran it. */
  private record TestClass(String name, int tests, double seconds) {

    TestClass plus(TestClass other) {
      return new TestClass(name, tests + other.tests, seconds + other.seconds);
    }

    String json(int servers) {
      return "{\"name\": %s, \"tests\": %d, \"seconds\": %s, \"servers\": %d}"
          .formatted(quoted(name), tests, number(seconds), servers);
    }
  }

  /** A wait that took more than a third of its limit, or failed. */
  private record LateWait(
      long waitedMillis, long limitMillis, boolean held, String what, String test) {

    static LateWait of(String[] fields) {
      if (fields.length != 6) {
        throw new IllegalArgumentException("Not a late wait: " + String.join(" ", fields));
      }
      return new LateWait(
          Long.parseLong(fields[1]),
          Long.parseLong(fields[2]),
          fields[3].equals("held"),
          fields[4],
          fields[5]);
    }

    double seconds() {
      return waitedMillis / 1000.0;
    }

    String text() {
      return String.format(
          Locale.ROOT,
          "of %.1f for %s: %s%s",
          limitMillis / 1000.0,
          what,
          test,
          held ? "" : " (failed)");
    }

    String json() {
      return "{\"waited_ms\": %d, \"limit_ms\": %d, \"held\": %s, \"what\": %s, \"test\": %s}"
          .formatted(waitedMillis, limitMillis, held, quoted(what), quoted(test));
    }
  }

  /** What one report says. */
  private static final class Suite {

    private static final Set<String> FAILURES = Set.of("failure", "error");

    private String name = "";
    private double seconds;
    private int passed;
    private int skipped;
    private final List<String> failed = new ArrayList<>();

    int tests() {
      return passed + skipped + failed.size();
    }

    static Suite read(XMLStreamReader xml) throws XMLStreamException {
      Suite suite = new Suite();
      while (xml.hasNext()) {
        if (xml.next() != XMLStreamConstants.START_ELEMENT) {
          continue;
        }
        if (xml.getLocalName().equals("testsuite")) {
          suite.name = attribute(xml, "name");
          suite.seconds = Double.parseDouble(attribute(xml, "time").replace(",", ""));
        } else if (xml.getLocalName().equals("testcase")) {
          suite.addCase(xml);
        }
      }
      return suite;
    }

    private void addCase(XMLStreamReader xml) throws XMLStreamException {
      String test =
          Stream.of(attribute(xml, "classname"), attribute(xml, "name"))
              .filter(part -> !part.isEmpty())
              .collect(Collectors.joining("."));
      boolean hasFailed = false;
      boolean wasSkipped = false;
      int depth = 1;
      while (depth > 0) {
        int event = xml.next();
        if (event == XMLStreamConstants.START_ELEMENT) {
          depth++;
          // Beside them is what is not the last word, such as flakyFailure and rerunError.
          hasFailed |= FAILURES.contains(xml.getLocalName());
          wasSkipped |= xml.getLocalName().equals("skipped");
        } else if (event == XMLStreamConstants.END_ELEMENT) {
          depth--;
        }
      }
      if (hasFailed) {
        failed.add(test);
      } else if (wasSkipped) {
        skipped++;
      } else {
        passed++;
      }
    }

    private static String attribute(XMLStreamReader xml, String name) {
      String value = xml.getAttributeValue("", name);
      if (value == null) {
        value = xml.getAttributeValue(null, name);
      }
      return value == null ? "" : value;
    }
  }
}
