package io.landbridge.migrate.install;

import io.landbridge.migrate.install.CheckOutcome.Check;
import io.landbridge.migrate.install.SettingsText.Place;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** The server's {@code application.properties} and the settings of the plugin in it. */
final class SettingsFile {

  private static final String BY_HAND = "change the file by hand";

  private final NacosHome home;
  private final SettingsText text;

  private SettingsFile(NacosHome home, SettingsText text) {
    this.home = home;
    this.text = text;
  }

  /** Reads the file. */
  static SettingsFile read(NacosHome home) throws IOException {
    return new SettingsFile(
        home, SettingsText.of(Files.readString(home.settings(), StandardCharsets.ISO_8859_1)));
  }

  /** What stands against these settings. */
  List<CheckOutcome> checkFor(List<ChosenSetting> wanted, Machine machine) throws IOException {
    List<CheckOutcome> outcomes = new ArrayList<>();
    text.damage().ifPresent(each -> obstacle(outcomes, each, "repair the block, or delete it"));
    SortedMap<String, Place> outside = text.outside();
    for (ChosenSetting each : wanted) {
      Place place = outside.get(each.key());
      if (place != null && !place.value().equals(each.value())) {
        obstacle(
            outcomes,
            "%s is set to '%s' in line %d".formatted(each.key(), place.value(), place.line()),
            "change that line, or delete it");
      }
    }
    if (outcomes.isEmpty() && changeFor(wanted).isPresent()) {
      if (!text.hasBlock()) {
        text.trap().ifPresent(each -> obstacle(outcomes, each, BY_HAND));
      }
      canRewrite(machine).ifPresent(outcomes::add);
    }
    if (outcomes.isEmpty()) {
      outcomes.add(
          CheckOutcome.ok(
              Check.SETTINGS,
              wanted.isEmpty()
                  ? "no settings to write; the defaults hold unless set"
                  : "known, and of the right form: "
                      + wanted.stream().map(ChosenSetting::key).collect(Collectors.joining(", "))));
    }
    return outcomes;
  }

  private void obstacle(List<CheckOutcome> outcomes, String what, String advice) {
    outcomes.add(
        CheckOutcome.obstacle(Check.SETTINGS, home.shown(home.settings()) + ": " + what, advice));
  }

  /**
   * A link may lead to a file of several servers, and the new file must be the server's as well.
   */
  private Optional<CheckOutcome> canRewrite(Machine machine) throws IOException {
    Path file = home.settings();
    for (Path each : List.of(file, home.root().resolve("conf"))) {
      if (Files.isSymbolicLink(each)) {
        return Optional.of(
            CheckOutcome.obstacle(
                Check.SETTINGS,
                "%s is a symbolic link to %s, which other servers may share"
                    .formatted(home.shown(each), Files.readSymbolicLink(each)),
                BY_HAND));
      }
    }
    Path directory = home.root().resolve("conf");
    if (!machine.isWritable(directory)) {
      return Optional.of(
          CheckOutcome.obstacle(
              Check.PERMISSIONS,
              "%s may not write in %s".formatted(machine.user(), home.shown(directory)),
              "run this as the owner of the home"));
    }
    String owner = FileOwner.of(file).name();
    return owner.isEmpty() || owner.equals(machine.user()) || machine.user().equals("root")
        ? Optional.empty()
        : Optional.of(
            CheckOutcome.obstacle(
                Check.PERMISSIONS,
                "%s belongs to %s, and would belong to %s"
                    .formatted(home.shown(file), owner, machine.user()),
                "run this as %s or root".formatted(owner)));
  }

  /** What stands against a file without the block, and what stays in it. */
  List<CheckOutcome> checkWithout(Machine machine) throws IOException {
    List<CheckOutcome> outcomes = new ArrayList<>();
    text.damage().ifPresent(each -> obstacle(outcomes, each, "repair the block, or delete it"));
    if (text.hasBlock() && outcomes.isEmpty()) {
      canRewrite(machine).ifPresent(outcomes::add);
    }
    SortedMap<String, Place> outside = text.outside();
    if (!outside.isEmpty()) {
      outcomes.add(
          CheckOutcome.warning(
              Check.SETTINGS,
              "%s: settings that 'landbridge install' did not write stay: %s"
                  .formatted(home.shown(home.settings()), String.join(", ", outside.keySet())),
              "delete these lines; without the plugin they have no effect"));
    }
    return outcomes;
  }

  /** The change that puts these settings in, if one is needed and the block is whole. */
  Optional<FileChange> changeFor(List<ChosenSetting> wanted) {
    List<ChosenSetting> missing =
        wanted.stream().filter(each -> !text.outside().containsKey(each.key())).toList();
    return missing.isEmpty() || text.damage().isPresent()
        ? Optional.empty()
        : change(text.with(missing));
  }

  /** The change that takes the block out, if there is one. */
  Optional<FileChange> changeWithout() {
    return change(text.without());
  }

  private Optional<FileChange> change(SettingsText wanted) {
    return wanted.equals(text)
        ? Optional.empty()
        : Optional.of(new FileChange.RewriteFile(home.settings(), wanted.text()));
  }

  /** What an interrupted run has left beside the file. */
  Optional<FileChange> leftover() {
    Path part = FileChange.part(home.settings());
    return Files.exists(part) ? Optional.of(new FileChange.RemoveFile(part)) : Optional.empty();
  }
}
