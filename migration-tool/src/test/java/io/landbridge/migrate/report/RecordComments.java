package io.landbridge.migrate.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the sources say of the components of records. */
final class RecordComments {

  private static final List<Path> SOURCES =
      Stream.of(".", "../dual-write-bridge/registry", "../naming-plugin/model")
          .map(module -> Path.of(module, "src/main/java"))
          .toList();

  private static final Pattern PARAMETER =
      Pattern.compile("@param\\s+(\\w+)\\s+(.*?)(?=\\s@param\\s|$)", Pattern.DOTALL);

  private static final Pattern INLINE = Pattern.compile("\\{@\\w+\\s+#?([^}]*)}");

  /** By the names of the components. */
  Map<String, String> of(Class<?> type) {
    Map<String, String> said = new HashMap<>();
    String source = source(type);
    Matcher declaration =
        Pattern.compile("\\brecord %s\\(".formatted(type.getSimpleName())).matcher(source);
    if (!declaration.find()) {
      return said;
    }
    int end = source.lastIndexOf("*/", declaration.start());
    int start = source.lastIndexOf("/**", end);
    if (start < 0 || source.substring(end, declaration.start()).contains(";")) {
      return said;
    }
    String comment = source.substring(start + 3, end).replaceAll("\\n\\s*\\*", "\n");
    Matcher parameters = PARAMETER.matcher(comment);
    while (parameters.find()) {
      said.put(
          parameters.group(1),
          INLINE.matcher(parameters.group(2)).replaceAll("$1").replaceAll("\\s+", " ").strip());
    }
    return said;
  }

  private static String source(Class<?> type) {
    Class<?> outermost = type;
    while (outermost.getEnclosingClass() != null) {
      outermost = outermost.getEnclosingClass();
    }
    String file = outermost.getName().replace('.', '/') + ".java";
    return SOURCES.stream()
        .map(root -> root.resolve(file))
        .filter(Files::isRegularFile)
        .findFirst()
        .map(RecordComments::read)
        .orElseThrow(() -> new IllegalStateException("there is no source of " + type));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
