package io.landbridge.migrate.install;

import io.landbridge.migrate.install.CheckOutcome.Check;
import io.landbridge.migrate.install.Machine.Finished;
import io.landbridge.migrate.install.Machine.RunningProgram;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks a home and finds what to change in it; changes nothing itself. */
public final class Installation {

  /** Below this {@code landbridge doctor} warns as well. */
  private static final long WANTED_BYTES = 512L << 20;

  private static final long MARGIN_BYTES = 16L << 20;

  private final NacosHome home;
  private final Machine machine;

  /** Creates an Installation of one home on one machine. */
  public Installation(NacosHome home, Machine machine) {
    this.home = home;
    this.machine = machine;
  }

  /**
   * Finds what to change so that the plugin is in the home.
   *
   * @param archive the archive to install from
   * @param settings settings to write, all known
   * @param javaHome the {@code JAVA_HOME} of the server, if it is not this environment's
   * @param downgrade whether a newer plugin may be replaced
   * @throws InstallException if a setting is unknown or malformed
   * @throws IOException if the home cannot be read
   */
  public Proposal install(
      Archive archive, Map<String, String> settings, Optional<Path> javaHome, boolean downgrade)
      throws InstallException, IOException {
    List<ChosenSetting> chosen = archive.settings().choose(settings);
    PluginsDirectory plugins = PluginsDirectory.read(home, machine);
    SettingsFile file = SettingsFile.read(home);
    List<RunningProgram> running = running();
    List<CheckOutcome> outcomes = new ArrayList<>();
    outcomes.add(server(archive.plugin()));
    ServerJava java =
        javaHome
            .map(each -> new ServerJava(Optional.of(each.resolve("bin/java")), "--java-home"))
            .orElseGet(() -> ServerJava.of(home, machine));
    outcomes.add(java.check(home, machine));
    runningJava(running).ifPresent(outcomes::add);
    outcomes.addAll(plugins.checkFor(archive.plugin(), downgrade));
    outcomes.addAll(file.checkFor(chosen, machine));
    List<FileChange> changes = new ArrayList<>();
    // A server must not start with the plugin and without its settings.
    file.changeFor(chosen).ifPresent(changes::add);
    List<FileChange> jars = plugins.changesFor(archive.plugin());
    changes.addAll(jars);
    outcomes.addAll(permissions(jars));
    outcomes.add(space(jars.isEmpty() ? 0 : Files.size(archive.plugin().file())));
    outcomes.add(running(running));
    return new Proposal(home, archive.plugin().version().text(), pids(running), outcomes, changes);
  }

  /**
   * Finds what to change so that nothing that {@code install} wrote is in the home.
   *
   * @throws IOException if the home cannot be read
   */
  public Proposal uninstall() throws IOException {
    PluginsDirectory plugins = PluginsDirectory.read(home, machine);
    SettingsFile file = SettingsFile.read(home);
    List<RunningProgram> running = running();
    List<FileChange> changes = new ArrayList<>(plugins.changesWithout());
    List<CheckOutcome> outcomes = new ArrayList<>(plugins.check());
    outcomes.addAll(file.checkWithout(machine));
    outcomes.addAll(permissions(changes));
    outcomes.add(running(running));
    data().ifPresent(outcomes::add);
    // A server that starts meanwhile has the plugin with its settings, or has no plugin.
    file.changeWithout().ifPresent(changes::add);
    file.leftover().ifPresent(changes::add);
    return new Proposal(home, plugins.versions(), pids(running), outcomes, changes);
  }

  /** The plugin itself knows best what it needs. */
  private CheckOutcome server(PluginJar plugin) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Finished check;
    try {
      check =
          machine.run(
              List.of(
                  java, "-jar", plugin.file().toString(), "--check", home.serverJar().toString()));
    } catch (TimeLimitException e) {
      return CheckOutcome.obstacle(
          Check.SERVER,
          "the check of Nacos %s was ended: %s".formatted(home.version(), e.getMessage()),
          TimeLimitException.ADVICE);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      return CheckOutcome.obstacle(
          Check.SERVER,
          "the check of Nacos %s could not be run (%s)".formatted(home.version(), e.getMessage()),
          "see that %s can be executed and that %s is writable and has room"
              .formatted(java, System.getProperty("java.io.tmpdir")));
    }
    String text = check.text().strip();
    String fits = "has everything this plugin needs.";
    int end = text.indexOf(fits);
    if (check.exitCode() == 0 && end >= 0) {
      String note = text.substring(end + fits.length()).strip();
      String found = text.substring(0, end + fits.length());
      return note.isEmpty()
          ? CheckOutcome.ok(Check.SERVER, found)
          : CheckOutcome.warning(Check.SERVER, found, note);
    }
    return CheckOutcome.obstacle(
        Check.SERVER,
        text.isEmpty()
            ? "the check of Nacos %s ended and printed nothing".formatted(home.version())
            : text,
        check.exitCode() == 1
            ? "install the plugin in a server of a supported version; 'landbridge bridge' and"
                + " docs/supported-versions.md help with older ones"
            : "unpack the server and the archive again");
  }

  private List<RunningProgram> running() {
    return machine.programs().stream().filter(this::isServerOfHome).toList();
  }

  private boolean isServerOfHome(RunningProgram program) {
    List<String> arguments = program.arguments();
    for (int i = 0; i < arguments.size(); i++) {
      String each = arguments.get(i);
      if (each.startsWith("-Dnacos.home=") && isSame(each.substring(13), home.root())) {
        return true;
      }
      if (each.equals("-jar")
          && i + 1 < arguments.size()
          && isSame(arguments.get(i + 1), home.serverJar())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSame(String path, Path file) {
    try {
      return Path.of(path).isAbsolute() && Files.isSameFile(Path.of(path), file);
    } catch (IOException | InvalidPathException e) {
      return false;
    }
  }

  private static List<Long> pids(List<RunningProgram> running) {
    return running.stream().map(RunningProgram::pid).toList();
  }

  private static CheckOutcome running(List<RunningProgram> running) {
    return running.isEmpty()
        ? CheckOutcome.ok(Check.RUNNING, "no server that runs from this home was found")
        : CheckOutcome.ok(
            Check.RUNNING,
            "a server runs from this home: process "
                + pids(running).stream().map(String::valueOf).collect(Collectors.joining(", ")),
            "it goes on as it is until you restart it");
  }

  /** Whoever starts the server may have another environment than this command. */
  private Optional<CheckOutcome> runningJava(List<RunningProgram> running) throws IOException {
    for (RunningProgram each : running) {
      Path java = Path.of(each.arguments().get(0));
      OptionalInt version;
      try {
        version = java.isAbsolute() ? ServerJava.version(java, machine) : OptionalInt.empty();
      } catch (TimeLimitException e) {
        return Optional.of(
            CheckOutcome.warning(
                Check.JAVA,
                "process %d runs on %s, which did not tell its version: %s"
                    .formatted(each.pid(), java, e.getMessage()),
                "see that its next start takes Java %d or newer".formatted(ServerJava.NEEDED)));
      }
      if (version.isPresent() && version.getAsInt() < ServerJava.NEEDED) {
        return Optional.of(
            CheckOutcome.warning(
                Check.JAVA,
                "process %d runs on Java %d at %s".formatted(each.pid(), version.getAsInt(), java),
                "see that its next start takes the Java above"));
      }
    }
    return Optional.empty();
  }

  private List<CheckOutcome> permissions(List<FileChange> changes) {
    List<CheckOutcome> outcomes = new ArrayList<>();
    changes.stream()
        .map(FileChange::path)
        .map(Path::getParent)
        .filter(each -> each != null && Files.isDirectory(each) && !machine.isWritable(each))
        .distinct()
        .forEach(
            each ->
                outcomes.add(
                    CheckOutcome.obstacle(
                        Check.PERMISSIONS,
                        "%s may not write in %s".formatted(machine.user(), each),
                        "run this as the owner of the home")));
    if (outcomes.isEmpty() && !changes.isEmpty()) {
      outcomes.add(CheckOutcome.ok(Check.PERMISSIONS, "%s may write".formatted(machine.user())));
    }
    return outcomes;
  }

  private CheckOutcome space(long bytes) throws IOException {
    long free = machine.freeBytes(home.root());
    String found = "%,d MB are free".formatted(free >> 20);
    if (bytes > 0 && free < bytes + MARGIN_BYTES) {
      return CheckOutcome.obstacle(
          Check.SPACE,
          found + ", %,d MB are needed".formatted((bytes + MARGIN_BYTES) >> 20),
          "free some space");
    }
    return free < WANTED_BYTES
        ? CheckOutcome.warning(
            Check.SPACE, found, "free some space: the plugin's log and snapshots need it")
        : CheckOutcome.ok(Check.SPACE, found);
  }

  private Optional<CheckOutcome> data() throws IOException {
    List<String> found =
        Stream.of("data/landbridge", "data/protocol/raft/landbridge_catalog", "logs/landbridge.log")
            .filter(each -> Files.exists(home.root().resolve(each)))
            .toList();
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            CheckOutcome.ok(
                Check.DATA,
                "data of the plugin stays: " + String.join(", ", found),
                "delete it when this server shall never have the plugin again"));
  }
}
