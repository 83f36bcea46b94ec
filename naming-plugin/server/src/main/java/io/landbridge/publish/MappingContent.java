package io.landbridge.publish;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The text of a mapping: application names with commas between them, as Dubbo 3 writes it. */
final class MappingContent {

  private static final String SEPARATOR = ",";

  private MappingContent() {}

  static boolean contains(String content, String application) {
    return Arrays.stream(content.split(SEPARATOR, -1))
        .map(String::trim)
        .anyMatch(application::equals);
  }

  static String with(Optional<String> content, String application) {
    return content
        .filter(text -> !text.isBlank())
        .map(text -> text + SEPARATOR + application)
        .orElse(application);
  }

  /** Everything else is left exactly as it was; empty when nothing else is left. */
  static Optional<String> without(String content, String application) {
    String rest =
        Arrays.stream(content.split(SEPARATOR, -1))
            .filter(name -> !name.trim().equals(application))
            .collect(Collectors.joining(SEPARATOR));
    return rest.isBlank() ? Optional.empty() : Optional.of(rest);
  }
}
