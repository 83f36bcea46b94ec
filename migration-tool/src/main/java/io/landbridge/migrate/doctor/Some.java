package io.landbridge.migrate.doctor;

import java.util.List;
import java.util.stream.Collectors;

/** A text that names a few of many. */
final class Some {

  /** How many are named. */
  static final int NAMED = 5;

  private Some() {}

  static String of(List<String> texts) {
    String more = texts.size() > NAMED ? "; and %d more".formatted(texts.size() - NAMED) : "";
    return texts.stream().limit(NAMED).collect(Collectors.joining("; ")) + more;
  }
}
