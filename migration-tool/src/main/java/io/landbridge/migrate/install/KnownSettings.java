package io.landbridge.migrate.install;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings of the plugin, with what each means and its default, as the archive lists them.
 *
 * @param byKey all settings
 */
record KnownSettings(Map<String, Setting> byKey) {

  private static final Pattern SETTING = Pattern.compile("#(landbridge\\.[a-z0-9.-]+)=(.*)");

  KnownSettings {
    byKey = Map.copyOf(byKey);
  }

  /**
   * A setting.
   *
   * @param comment the lines that explain it, each beginning with {@code #}
   * @param form what its values look like, which the default tells
   */
  record Setting(List<String> comment, Form form) {
    Setting {
      comment = List.copyOf(comment);
    }
  }

  /** What values look like. Whether one is in range only the plugin knows. */
  enum Form {
    SWITCH("true or false", "true|false"),
    SHARE("a whole percentage such as 50%", "[0-9]{1,3} ?%?"),
    SIZE("a size such as 32MB or 512KB", "[0-9]{1,18}(B|KB|MB|GB|TB)?"),
    DURATION(
        "a duration such as 300ms, 10s or 5m",
        "[0-9]{1,18}(?i:ns|us|ms|s|m|h|d)?|[+-]?P[0-9A-Z.]+"),
    NUMBER("a whole number", "[0-9]{1,9}"),
    TEXT("a text without control characters", "[^\\p{Cntrl}]*");

    private final String description;
    private final Pattern values;

    Form(String description, String values) {
      this.description = description;
      this.values = Pattern.compile(values);
    }

    static Form of(String value) {
      if (value.equals("true") || value.equals("false")) {
        return SWITCH;
      }
      if (value.matches("[0-9]+%")) {
        return SHARE;
      }
      if (value.matches("[0-9]+[KMG]B")) {
        return SIZE;
      }
      if (value.matches("[0-9]+(ms|s|m|h|d)")) {
        return DURATION;
      }
      return value.matches("[0-9]+") ? NUMBER : TEXT;
    }
  }

  static KnownSettings parse(String text) {
    Map<String, Setting> found = new LinkedHashMap<>();
    List<String> comment = new ArrayList<>();
    for (String line : text.lines().toList()) {
      Matcher setting = SETTING.matcher(line);
      if (setting.matches()) {
        found.put(setting.group(1), new Setting(comment, Form.of(setting.group(2))));
        comment.clear();
      } else if (line.isBlank()) {
        comment.clear();
      } else {
        comment.add(line);
      }
    }
    return new KnownSettings(found);
  }

  /**
   * Checks the settings that were asked for; returns them by name.
   *
   * @throws InstallException if there is no such setting, or it has no such values
   */
  List<ChosenSetting> choose(Map<String, String> wanted) throws InstallException {
    List<ChosenSetting> chosen = new ArrayList<>();
    for (Map.Entry<String, String> each : new TreeMap<>(wanted).entrySet()) {
      chosen.add(choose(each.getKey(), each.getValue()));
    }
    return chosen;
  }

  private ChosenSetting choose(String key, String value) throws InstallException {
    Setting setting = byKey.get(key);
    if (setting == null) {
      throw new InstallException(
          "there is no setting '%s'".formatted(key),
          "--set",
          "conf/landbridge.properties and docs/settings.md in the archive have all settings");
    }
    if (!setting.form().values.matcher(value).matches()) {
      throw new InstallException(
          "'%s' is not %s".formatted(value, setting.form().description),
          "--set " + key,
          "docs/settings.md in the archive has the values of each setting");
    }
    return new ChosenSetting(key, value, setting.comment());
  }
}
