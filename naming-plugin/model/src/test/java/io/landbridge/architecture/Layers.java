package io.landbridge.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which package may use which: a table with one row per package, in which everything that is not
 * listed is forbidden, libraries and parts of the JDK included.
 *
 * <p>Packages are named without the leading {@code io.landbridge}.
 */
public final class Layers {

  /** Our own packages, wherever they are rooted, so that fixtures can mirror them. */
  static final String ROOT = "..io.landbridge.";

  private static final List<String> EVERYWHERE =
      List.of(
          "java.lang",
          "java.lang.annotation",
          "java.lang.invoke",
          "java.lang.runtime",
          "java.math",
          "java.nio.charset",
          "java.security",
          "java.text",
          "java.util",
          "java.util.function",
          "java.util.regex",
          "java.util.stream",
          "java.util.zip",
          "org.jspecify.annotations");

  private final Map<String, List<String>> rows = new LinkedHashMap<>();

  /**
   * Adds a row.
   *
   * @param uses packages of ours by their short names; others in full, by ArchUnit's patterns. A
   *     name with a known library prefix ({@code java}, {@code com}, {@code org}, {@code ch},
   *     {@code tools}, {@code io.grpc}, {@code io.micrometer}, {@code picocli}, {@code jakarta},
   *     {@code javax}) is a library, everything else is ours.
   */
  public Layers row(String from, String... uses) {
    List<String> allowed = new ArrayList<>(EVERYWHERE);
    allowed.add(ROOT + from);
    Stream.of(uses).map(Layers::pattern).forEach(allowed::add);
    rows.put(from, allowed);
    return this;
  }

  private static String pattern(String used) {
    return used.matches(
            "(java|javax|jakarta|com|org|ch|tools|io\\.micrometer)\\..*|(picocli|io\\.grpc)(\\..*)?")
        ? used
        : ROOT + used;
  }

  /**
   * One rule per row.
   *
   * @param violators by row, a class that breaks it
   * @throws IllegalArgumentException if a row has no such class, or the other way round
   */
  public Stream<ProvenRule> rules(Map<String, Class<?>> violators) {
    if (!rows.keySet().equals(violators.keySet())) {
      throw new IllegalArgumentException(
          "Rows " + rows.keySet() + " but violators of " + violators.keySet());
    }
    return rows.entrySet().stream()
        .map(row -> ProvenRule.of(rule(row.getKey(), row.getValue()), violators.get(row.getKey())));
  }

  private static ArchRule rule(String from, List<String> allowed) {
    return classes()
        .that()
        .resideInAPackage(ROOT + from)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed.toArray(String[]::new))
        .as("package " + from + " uses only what its row lists");
  }

  /** The rule that no package is without a row. */
  public ArchRule complete() {
    return classes()
        .should()
        .resideInAnyPackage(rows.keySet().stream().map(ROOT::concat).toArray(String[]::new))
        .as("every package has a row in the table of layers");
  }
}
