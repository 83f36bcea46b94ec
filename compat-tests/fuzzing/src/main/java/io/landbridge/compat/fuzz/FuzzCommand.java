package io.landbridge.compat.fuzz;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Fuzzes with Jazzer, one target after the other, each in a process of its own. Inputs that reach
 * something new are kept in the work directory, so that the next run goes on where this one ended;
 * one that fails is there too, as {@code crash-*} or {@code timeout-*}.
 */
public final class FuzzCommand {

  private static final String USAGE =
      """
      compat-tests/run fuzz [--only TARGET] [--executions N] [--seconds N] [--list]
        --only TARGET     targets whose class has this in its name
        --executions N    so many inputs for each target (default 10000000)
        --seconds N       and no longer than this (default 3600)
        --list            names the targets
      """;

  /**
   * Jazzer's own, none of which has anything to find here. They change classes of the JDK: half the
   * time of what uses regular expressions would be theirs.
   */
  private static final List<String> SANITIZERS =
      Stream.of(
              "BigDecimal",
              "ClojureLangHooks",
              "Deserialization",
              "ExpressionLanguageInjection",
              "FilePathTraversal",
              "LdapInjection",
              "NamingContextLookup",
              "OsCommandInjection",
              "ReflectiveCall",
              "RegexInjection",
              "RegexRoadblocks",
              "ScriptEngineInjection",
              "ServerSideRequestForgery",
              "SqlInjection",
              "TemplateInjection",
              "UnsafeSanitizer",
              "XPathInjection",
              "XmlParserSsrfGuidance")
          .map(each -> "com.code_intelligence.jazzer.sanitizers." + each)
          .toList();

  private static final Pattern DONE = Pattern.compile("Done (\\d+) runs in (\\d+) second");
  private static final Pattern PROGRESS = Pattern.compile("(?m)^#(\\d+)\\s.*\\bcov: (\\d+)");
  private static final int USAGE_ERROR = 2;

  /** The longest inputs, in bytes. */
  private static final int LONGEST = 4_096;

  /** One input in so many, and a second as well, is for those longer than usual. */
  private static final int LONGER_SHARE = 20;

  private final Path root;
  private final Path work;
  private final List<Path> modules;
  private String only = "";
  private long executions = 10_000_000;
  private long seconds = 3_600;
  private boolean list;

  private FuzzCommand(Path root) {
    this.root = root;
    this.work = root.resolve("compat-tests/fuzzing/target/fuzz");
    this.modules =
        Stream.of(
                "naming-plugin/model",
                "naming-plugin/server",
                "naming-plugin/host-nacos2",
                "dual-write-bridge/registry",
                "dual-write-bridge/front",
                "migration-tool")
            .map(root::resolve)
            .toList();
  }

  /** Runs it. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    FuzzCommand command = new FuzzCommand(Path.of(System.getProperty("landbridge.root")));
    Optional<String> wrong = command.read(List.of(arguments));
    if (wrong.isPresent()) {
      System.err.println(wrong.get() + "\n" + USAGE);
      System.exit(USAGE_ERROR);
    }
    System.exit(command.run() ? 0 : 1);
  }

  private Optional<String> read(List<String> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      String option = arguments.get(i);
      if (option.equals("--list")) {
        list = true;
        continue;
      }
      if (i + 1 == arguments.size()) {
        return Optional.of("'" + option + "' is unknown or has no value");
      }
      String value = arguments.get(++i);
      try {
        switch (option) {
          case "--only" -> only = value;
          case "--executions" -> executions = Long.parseLong(value);
          case "--seconds" -> seconds = Long.parseLong(value);
          default -> {
            return Optional.of("'" + option + "' is unknown");
          }
        }
      } catch (NumberFormatException e) {
        return Optional.of("'" + value + "' is no number");
      }
    }
    return Optional.empty();
  }

  /** A target in its module. */
  private record Found(Path module, String name) {}

  private boolean run() throws IOException, InterruptedException {
    List<Found> found = new ArrayList<>();
    for (Path module : modules) {
      for (String name : new Targets(testClasses(module)).names()) {
        if (name.contains(only)) {
          found.add(new Found(module, name));
        }
      }
    }
    if (list) {
      found.forEach(each -> System.out.println(root.relativize(each.module()) + " " + each.name()));
      return true;
    }
    int failed = 0;
    System.out.printf("%-20s %12s %8s %9s%n", "target", "executions", "seconds", "coverage");
    for (Found each : found) {
      failed += fuzz(each) ? 0 : 1;
    }
    System.out.printf("%d passed, %d failed, 0 skipped%n", found.size() - failed, failed);
    return failed == 0 && !found.isEmpty();
  }

  private static Path testClasses(Path module) {
    return module.resolve("target/test-classes");
  }

  /** What a process did. */
  private record Done(boolean well, long executions, long seconds, String coverage, Path log) {}

  /** Inputs of the usual length, and then some that may be longer. */
  private boolean fuzz(Found target) throws IOException, InterruptedException {
    int usual = usualLength(target);
    boolean both = usual < LONGEST;
    long longer = executions / LONGER_SHARE;
    Done done =
        both
            ? fuzz(target, "log", usual, executions - longer, seconds - seconds / LONGER_SHARE)
            : fuzz(target, "log", LONGEST, executions, seconds);
    Path log = done.log();
    if (both && done.well()) {
      Done more = fuzz(target, "log-longer", LONGEST, longer, Math.max(1, seconds / LONGER_SHARE));
      done =
          new Done(
              more.well(),
              done.executions() + more.executions(),
              done.seconds() + more.seconds(),
              more.coverage(),
              more.log());
    }
    System.out.printf(
        Locale.ROOT,
        "%-20s %12d %8d %9s%s%n",
        Targets.simple(target.name()),
        done.executions(),
        done.seconds(),
        done.coverage(),
        done.well() ? "" : "  FAILED: " + done.log());
    return done.well();
  }

  private static int usualLength(Found target) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String each : classPath(target).split(File.pathSeparator, -1)) {
      urls.add(Path.of(each).toUri().toURL());
    }
    try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new))) {
      // It is looked at and not made: some targets start what they fuzz.
      @Nullable UsualLength usual =
          Class.forName(target.name(), false, loader).getAnnotation(UsualLength.class);
      return usual == null ? LONGEST : usual.value();
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(target.name() + " was there a moment ago", e);
    }
  }

  private Done fuzz(Found target, String logName, int longest, long most, long limit)
      throws IOException, InterruptedException {
    Path directory = Files.createDirectories(work.resolve(Targets.simple(target.name())));
    Path log = directory.resolve(logName);
    Process process =
        new ProcessBuilder(command(target, directory, longest, most, limit))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .redirectInput(new File("/dev/null"))
            .start();
    Thread end = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(end);
    int status = process.waitFor();
    Runtime.getRuntime().removeShutdownHook(end);
    String printed = Files.readString(log, StandardCharsets.ISO_8859_1);
    Matcher done = DONE.matcher(printed);
    boolean ended = done.find();
    Optional<MatchResult> last = PROGRESS.matcher(printed).results().reduce((one, next) -> next);
    return new Done(
        status == 0,
        Long.parseLong(ended ? done.group(1) : last.map(each -> each.group(1)).orElse("0")),
        ended ? Long.parseLong(done.group(2)) : 0,
        last.map(each -> each.group(2)).orElse("?"),
        log);
  }

  private static String classPath(Found target) throws IOException {
    Path module = target.module();
    return String.join(
        File.pathSeparator,
        testClasses(module).toString(),
        module.resolve("target/classes").toString(),
        Files.readString(module.resolve("target/fuzz.classpath")).strip());
  }

  private static List<String> command(
      Found target, Path directory, int longest, long most, long limit) throws IOException {
    Path corpus = Files.createDirectories(directory.resolve("corpus"));
    Path seeds = new Targets(testClasses(target.module())).corpus(target.name());
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx1g",
                "-Xmn512m",
                // One processor is enough for one target.
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator + classPath(target),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + JazzerDriver.class.getName(),
                "--target_args=" + target.name() + " " + seeds,
                // Coverage of our own classes; nothing here runs commands or loads classes.
                "--instrumentation_includes=io.landbridge.**",
                // What is asserted tells nothing of the way to an input.
                "--instrumentation_excludes=io.landbridge.compat.**",
                "--custom_hook_excludes=**",
                "--disabled_hooks=" + String.join(":", SANITIZERS),
                "--reproducer_path=" + directory,
                "-artifact_prefix=" + directory + "/",
                "-runs=" + most,
                "-max_total_time=" + limit,
                "-max_len=" + longest,
                "-timeout=60",
                "-rss_limit_mb=0",
                "-print_final_stats=1",
                corpus.toString()));
    if (Files.isDirectory(seeds)) {
      command.add(seeds.toString());
    }
    return command;
  }
}
