package io.landbridge.publish;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The text of a mapping: application names with commas between them, as Dubbo 3 writes it. Dubbo
 * 3.0 splits it at commas and does no more, so that a name with a blank or a line end next to it is
 * another name to it: such a name is not there, and what is written has none.
 */
final class MappingContent {

  private static final String SEPARATOR = ",";

  private MappingContent() {}

  static boolean contains(String content, String application) {
    return Arrays.asList(content.split(SEPARATOR, -1)).contains(application);
  }

  /** The application behind all others, or where it was; nothing has blanks around it. */
  static String with(Optional<String> content, String application) {
    return Stream.concat(
            Arrays.stream(content.orElse("").split(SEPARATOR, -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty()),
            Stream.of(application))
        .distinct()
        .collect(Collectors.joining(SEPARATOR));
  }

  /** Everything else is left exactly as it was; empty when nothing else is left. */
  static Optional<String> without(String content, String application) {
    String rest =
        Arrays.stream(content.split(SEPARATOR, -1))
            .filter(name -> !name.strip().equals(application))
            .collect(Collectors.joining(SEPARATOR));
    return rest.isBlank() ? Optional.empty() : Optional.of(rest);
  }
}
