package io.landbridge.migrate.install;

import java.util.List;

/**
 * A setting that is written.
 *
 * @param key its key
 * @param value its value, of the right form
 * @param comment the lines that explain it, each beginning with {@code #}
 */
record ChosenSetting(String key, String value, List<String> comment) {

  ChosenSetting {
    comment = List.copyOf(comment);
  }
}
