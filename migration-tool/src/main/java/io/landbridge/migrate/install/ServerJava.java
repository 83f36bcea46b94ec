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
 * home of the {@code javac} on the path. Since 2.5 it also takes a {@code java} on the path.
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

  static ServerJava of(NacosHome home, Machine machine) {
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
          "the server's startup.sh finds no Java: JAVA_HOME is not set, and no javac is on the PATH",
          "set JAVA_HOME to a Java %d or newer, or give the server's with --java-home"
              .formatted(NEEDED));
    }
    Path program = java.get();
    OptionalInt version = version(program, machine);
    if (version.isEmpty()) {
      return CheckOutcome.obstacle(
          Check.JAVA,
          "%s (by %s) does not tell its version".formatted(program, origin),
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
    return Files.exists(home.startScript()) || origin.equals("--java-home")
        ? CheckOutcome.ok(Check.JAVA, found)
        : CheckOutcome.warning(
            Check.JAVA,
            found + ", but the server has no bin/startup.sh",
            "give the JAVA_HOME that this server is started with as --java-home");
  }

  /** The major version of a Java; empty when it is none. */
  static OptionalInt version(Path java, Machine machine) {
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
