package io.landbridge.compat.fuzz;

import java.io.File;
import java.io.IOException;
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

  private static final Pattern DONE = Pattern.compile("Done (\\d+) runs in (\\d+) second");
  private static final Pattern PROGRESS = Pattern.compile("(?m)^#(\\d+)\\s.*\\bcov: (\\d+)");
  private static final int USAGE_ERROR = 2;

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

  private boolean fuzz(Found target) throws IOException, InterruptedException {
    String simple = Targets.simple(target.name());
    Path directory = Files.createDirectories(work.resolve(simple));
    Path corpus = Files.createDirectories(directory.resolve("corpus"));
    Path log = directory.resolve("log");
    Process process =
        new ProcessBuilder(command(target, directory, corpus))
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
    System.out.printf(
        Locale.ROOT,
        "%-20s %12s %8s %9s%s%n",
        simple,
        ended ? done.group(1) : last.map(each -> each.group(1)).orElse("?"),
        ended ? done.group(2) : "?",
        last.map(each -> each.group(2)).orElse("?"),
        status == 0 ? "" : "  FAILED: " + log);
    return status == 0;
  }

  private List<String> command(Found target, Path directory, Path corpus) throws IOException {
    Path module = target.module();
    Path seeds = new Targets(testClasses(module)).corpus(target.name());
    String classPath =
        String.join(
            File.pathSeparator,
            System.getProperty("java.class.path"),
            testClasses(module).toString(),
            module.resolve("target/classes").toString(),
            Files.readString(module.resolve("target/fuzz.classpath")).strip());
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx1g",
                "-cp",
                classPath,
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + JazzerDriver.class.getName(),
                "--target_args=" + target.name() + " " + seeds,
                // Coverage of our own classes; nothing here runs commands or loads classes.
                "--instrumentation_includes=io.landbridge.**",
                "--custom_hook_excludes=**",
                "--reproducer_path=" + directory,
                "-artifact_prefix=" + directory + "/",
                "-runs=" + executions,
                "-max_total_time=" + seconds,
                "-max_len=4096",
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
