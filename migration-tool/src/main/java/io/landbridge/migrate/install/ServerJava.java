package io.landbridge.migrate.install;

import io.landbridge.migrate.install.CheckOutcome.Check;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Java that a server is going to run on: that of an option, or what the server's own {@code
 * startup.sh} picks. That script takes {@code JAVA_HOME}, then three fixed directories, then the
 * home of the {@code javac} on the path. Since 2.5 it also takes a {@code java} on the path. A line
 * of an operator in that script, such as {@code export JAVA_HOME=/opt/jdk-8}, counts before all.
 *
 * @param java the program; empty when the script finds none
 * @param origin what it was picked by
 */
record ServerJava(Optional<Path> java, String origin) {

  /** What the plugin is compiled for. */
  static final int NEEDED = 17;

  private static final Pattern VERSION = Pattern.compile("version \"(?:1\\.)?([0-9]{1,4})");
  private static final Pattern RELEASE =
      Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?([0-9]{1,4})");

  private static final String EXPORT = "export ";
  private static final String ASSIGNMENT = "JAVA_HOME=";

  /** What ends a path in a script, or makes it something that only a shell can read. */
  private static final String ENDS = " \t\r\0\"'`$;#&|";

  static ServerJava of(NacosHome home, Machine machine) {
    Optional<Path> written = writtenByAnOperator(home.startScript());
    if (written.isPresent()) {
      return new ServerJava(written, "startup.sh");
    }
    String set = machine.variable("JAVA_HOME");
    if (!set.isEmpty() && Files.exists(Path.of(set, "bin/java"))) {
      return new ServerJava(Optional.of(Path.of(set, "bin/java")), "JAVA_HOME");
    }
    for (String fixed :
        List.of(machine.variable("HOME") + "/jdk/java", "/usr/java", "/opt/taobao/java")) {
      if (Files.exists(Path.of(fixed, "bin/java"))) {
        return new ServerJava(Optional.of(Path.of(fixed, "bin/java")), "startup.sh");
      }
    }
    Optional<Path> compiler = machine.program("javac").map(each -> each.resolveSibling("java"));
    if (compiler.isPresent()) {
      return new ServerJava(compiler, "the javac on the PATH");
    }
    return takesAnyJava(home.startScript())
        ? new ServerJava(machine.program("java"), "the java on the PATH")
        : new ServerJava(Optional.empty(), "");
  }

  /** The last one counts. The script goes on looking where there is no Java. */
  private static Optional<Path> writtenByAnOperator(Path script) {
    try {
      return Files.exists(script)
          ? Files.readString(script, StandardCharsets.ISO_8859_1)
              .lines()
              .flatMap(line -> assigned(line).stream())
              .map(each -> Path.of(each, "bin/java"))
              .reduce((former, latter) -> latter)
              .filter(Files::exists)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Lines of releases are indented, or begin with a condition. */
  private static Optional<String> assigned(String line) {
    String assignment = line.startsWith(EXPORT) ? line.substring(EXPORT.length()) : line;
    if (!assignment.startsWith(ASSIGNMENT)) {
      return Optional.empty();
    }
    String value = assignment.substring(ASSIGNMENT.length());
    int from = value.startsWith("\"") || value.startsWith("'") ? 1 : 0;
    int to = from;
    while (to < value.length() && ENDS.indexOf(value.charAt(to)) < 0) {
      to++;
    }
    String path = value.substring(from, to);
    return path.startsWith("/") ? Optional.of(path) : Optional.empty();
  }

  /** A home without this script is started in another way, which most likely takes it. */
  private static boolean takesAnyJava(Path script) {
    try {
      return !Files.exists(script)
          || Files.readString(script, StandardCharsets.ISO_8859_1).contains("which java)");
    } catch (IOException e) {
      return true;
    }
  }

  CheckOutcome check(NacosHome home, Machine machine) {
    if (java.isEmpty()) {
      return CheckOutcome.obstacle(
          Check.JAVA,
          "the server's startup.sh finds no Java: JAVA_HOME is not set, and no javac is on the"
              + " PATH",
          "set JAVA_HOME to a Java %d or newer, or give the server's with --java-home"
              .formatted(NEEDED));
    }
    Path program = java.get();
    OptionalInt version;
    try {
      version = version(program, machine);
    } catch (TimeLimitException e) {
      return CheckOutcome.obstacle(
          Check.JAVA,
          "%s (by %s) did not tell its version: %s".formatted(program, origin, e.getMessage()),
          TimeLimitException.ADVICE);
    }
    if (version.isEmpty()) {
      return CheckOutcome.obstacle(
          Check.JAVA,
          machine.isReadable(program)
              ? "%s (by %s) does not tell its version".formatted(program, origin)
              : "%s (by %s) cannot be read by %s".formatted(program, origin, machine.user()),
          "give the server's Java with --java-home");
    }
    String found = "Java %d at %s, by %s".formatted(version.getAsInt(), program, origin);
    if (version.getAsInt() < NEEDED) {
      return CheckOutcome.obstacle(
          Check.JAVA,
          found + ": the plugin needs Java %d or newer".formatted(NEEDED),
          "have the server start on Java %d (JAVA_HOME), or give the Java it does start on with"
                  .formatted(NEEDED)
              + " --java-home");
    }
    if (Files.exists(home.startScript())
        && !machine.isReadable(home.startScript())
        && !origin.equals("--java-home")) {
      Unreadable script = new Unreadable(home.startScript(), machine.user());
      return CheckOutcome.warning(
          Check.JAVA,
          "%s; %s, so it may take another Java"
              .formatted(found, script.what(home.shown(home.startScript()))),
          script.advice() + ", or give the server's JAVA_HOME as --java-home");
    }
    return Files.exists(home.startScript()) || origin.equals("--java-home")
        ? CheckOutcome.ok(Check.JAVA, found)
        : CheckOutcome.warning(
            Check.JAVA,
            found + ", but the server has no bin/startup.sh",
            "give the JAVA_HOME that this server is started with as --java-home");
  }

  /** The major version of a Java; empty when it is none. */
  static OptionalInt version(Path java, Machine machine) throws TimeLimitException {
    try {
      Path bin = java.toRealPath().getParent();
      Path release = bin == null ? Path.of("release") : bin.resolveSibling("release");
      // Starting it takes longer.
      if (Files.isRegularFile(release)) {
        OptionalInt told = major(RELEASE.matcher(Files.readString(release)));
        if (told.isPresent()) {
          return told;
        }
      }
      return major(VERSION.matcher(machine.run(List.of(java.toString(), "-version")).text()));
    } catch (TimeLimitException e) {
      throw e;
    } catch (IOException e) {
      return OptionalInt.empty();
    }
  }

  private static OptionalInt major(Matcher matcher) {
    return matcher.find()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }
}
