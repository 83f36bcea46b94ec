package io.landbridge.migrate.install;

import io.landbridge.migrate.install.CheckOutcome.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is in the directories that a server loads jars from. */
final class PluginsDirectory {

  private static final String MARKER = ".made-by-landbridge-install";

  private final NacosHome home;
  private final Machine machine;
  private final List<PluginJar> ours = new ArrayList<>();
  private final List<CheckOutcome> outcomes = new ArrayList<>();

  private PluginsDirectory(NacosHome home, Machine machine) {
    this.home = home;
    this.machine = machine;
  }

  /** Looks at the directories. */
  static PluginsDirectory read(NacosHome home, Machine machine) throws IOException {
    PluginsDirectory directory = new PluginsDirectory(home, machine);
    directory.lookAt(home.plugins());
    for (Path each : home.otherPlugins()) {
      directory.lookAt(each);
    }
    return directory;
  }

  private void lookAt(Path directory) throws IOException {
    boolean main = directory.equals(home.plugins());
    if (Files.isSymbolicLink(directory) && main) {
      obstacle(
          "%s is a symbolic link to %s, which other servers may share"
              .formatted(home.shown(directory), Files.readSymbolicLink(directory)),
          "put the jar there by hand, or give this server a directory of its own");
      return;
    }
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(directory)) {
      if (main) {
        obstacle(home.shown(directory) + " is not a directory", "move it away");
      }
      return;
    }
    if (!machine.isReadable(directory)) {
      Unreadable found = new Unreadable(directory, machine.user());
      obstacle(found.what(home.shown(directory)), found.advice());
      return;
    }
    List<Path> jars;
    try (Stream<Path> files = Files.list(directory)) {
      jars = files.filter(each -> each.toString().endsWith(".jar")).sorted().toList();
    }
    for (Path jar : jars) {
      Optional<PluginJar> plugin = read(jar);
      if (plugin.isEmpty()) {
        continue;
      }
      if (!main) {
        obstacle(
            "%s is another copy of the plugin (%s), which the server would load as well"
                .formatted(home.shown(jar), plugin.get().description()),
            "remove it");
      } else if (Files.isSymbolicLink(jar)) {
        obstacle(
            "%s is a symbolic link to a jar of the plugin (%s)"
                .formatted(home.shown(jar), plugin.get().description()),
            "remove the link");
      } else {
        ours.add(plugin.get());
      }
    }
  }

  private Optional<PluginJar> read(Path jar) {
    if (Files.exists(jar) && !machine.isReadable(jar)) {
      outcomes.add(unreadable(jar));
      return Optional.empty();
    }
    try {
      return PluginJar.read(jar);
    } catch (IOException e) {
      outcomes.add(
          CheckOutcome.warning(
              Check.PLUGINS,
              "%s cannot be read as a jar (%s)".formatted(home.shown(jar), e.getMessage()),
              "remove it, or put a complete one in its place"));
      return Optional.empty();
    }
  }

  /** Whatever it is, nobody should be told to remove it unseen. */
  private CheckOutcome unreadable(Path jar) {
    Unreadable found = new Unreadable(jar, machine.user());
    String what = found.what(home.shown(jar));
    return Archive.isNamedLikeThePlugin(jar)
        ? CheckOutcome.obstacle(
            Check.PLUGINS, what + "; by its name it is a copy of the plugin", found.advice())
        : CheckOutcome.warning(
            Check.PLUGINS, what + "; it may be a copy of the plugin", found.advice());
  }

  private void obstacle(String what, String advice) {
    outcomes.add(CheckOutcome.obstacle(Check.PLUGINS, what, advice));
  }

  /** What was found, for a jar that shall be there. */
  List<CheckOutcome> checkFor(PluginJar wanted, boolean downgrade) {
    List<CheckOutcome> all = new ArrayList<>(outcomes);
    for (PluginJar each : ours) {
      if (each.version().isNewerThan(wanted.version()) && !downgrade) {
        all.add(
            CheckOutcome.obstacle(
                Check.PLUGINS,
                "%s is newer (%s) than the archive (%s)"
                    .formatted(home.shown(each.file()), each.description(), wanted.description()),
                "use the newer archive, or go back on purpose with --downgrade"));
      }
    }
    if (all.stream().noneMatch(CheckOutcome::isObstacle)) {
      all.add(
          CheckOutcome.ok(
              Check.PLUGINS,
              ours.isEmpty()
                  ? "no other copy of the plugin"
                  : "the plugin is there: "
                      + ours.stream()
                          .map(each -> home.shown(each.file()))
                          .collect(Collectors.joining(", "))));
    }
    return all;
  }

  /** What was found, for a directory without the plugin. */
  List<CheckOutcome> check() {
    return List.copyOf(outcomes);
  }

  /** The versions that are there; empty when there are none. */
  String versions() {
    return ours.stream().map(PluginJar::description).collect(Collectors.joining(", "));
  }

  /** What to change so that this jar is there and no other one of ours. */
  List<FileChange> changesFor(PluginJar wanted) throws IOException {
    List<FileChange> changes = new ArrayList<>();
    Path target = home.plugins().resolve(wanted.file().getFileName().toString());
    if (!Files.exists(home.plugins())) {
      changes.add(
          new FileChange.AddDirectory(home.plugins(), home.plugins().resolve(MARKER), home.root()));
    }
    boolean isThere = Files.exists(target);
    if (!isThere || Files.mismatch(target, wanted.file()) >= 0) {
      changes.add(new FileChange.CopyFile(target, wanted.file(), home.root(), !isThere));
    }
    // Not before the new one is there: an interrupted run must not leave the server without.
    ours.stream()
        .map(PluginJar::file)
        .filter(each -> !each.equals(target))
        .forEach(each -> changes.add(new FileChange.RemoveFile(each)));
    return changes;
  }

  /** What to change so that nothing of ours is there. */
  List<FileChange> changesWithout() throws IOException {
    List<FileChange> changes = new ArrayList<>();
    ours.forEach(each -> changes.add(new FileChange.RemoveFile(each.file())));
    if (!Files.isDirectory(home.plugins())) {
      return changes;
    }
    List<Path> files;
    try (Stream<Path> all = Files.list(home.plugins())) {
      files = all.toList();
    }
    List<Path> rest = new ArrayList<>(files);
    rest.removeIf(each -> ours.stream().anyMatch(jar -> jar.file().equals(each)));
    files.stream()
        .filter(each -> each.getFileName().toString().endsWith(FileChange.PART))
        .forEach(
            each -> {
              changes.add(new FileChange.RemoveFile(each));
              rest.remove(each);
            });
    Path marker = home.plugins().resolve(MARKER);
    if (rest.remove(marker)) {
      changes.add(new FileChange.RemoveFile(marker));
      if (rest.isEmpty()) {
        changes.add(new FileChange.RemoveDirectory(home.plugins()));
      }
    }
    return changes;
  }
}
