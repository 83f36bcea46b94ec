package io.landbridge.host.symbols;

import io.landbridge.host.symbols.Requirement.Part;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Whether the adapter fits a server.
 *
 * @param server the server
 * @param missingInCore what the plugin lacks; empty when it can run
 * @param missingInHttp what the admin API lacks; empty when it can be offered
 * @param missingInFront what the API of 1.x lacks; empty when it can be offered. The rest of the
 *     plugin does not need it
 * @param missingInConfig what configurations in that API lack; empty when they can be offered
 */
public record Verdict(
    Server server,
    List<String> missingInCore,
    List<String> missingInHttp,
    List<String> missingInFront,
    List<String> missingInConfig) {

  private static final int NAMED_AT_MOST = 10;

  /** Copies the collections. */
  public Verdict {
    missingInCore = List.copyOf(missingInCore);
    missingInHttp = List.copyOf(missingInHttp);
    missingInFront = List.copyOf(missingInFront);
    missingInConfig = List.copyOf(missingInConfig);
  }

  /**
   * Checks a server against the symbol lists of its line.
   *
   * @param server the server
   * @param classes its classes
   * @param lists where the symbol lists are: the plugin's own class loader
   * @return what is missing
   * @throws IOException if a list is missing or unreadable; the plugin must not run without it
   */
  public static Verdict of(Server server, ClassSource classes, ClassSource lists)
      throws IOException {
    List<Requirement> requirements = new ArrayList<>();
    for (String kind : List.of("symbols", "extra-symbols")) {
      requirements.addAll(
          read(lists, "META-INF/landbridge/" + kind + "-" + server.line().id() + ".txt"));
    }
    List<Requirement> missing = new SymbolCheck(classes).missing(requirements);
    return new Verdict(
        server,
        names(missing, Part.CORE),
        names(missing, Part.HTTP),
        names(missing, Part.FRONT),
        names(missing, Part.CONFIG));
  }

  /** Whether the plugin can run. */
  public boolean fits() {
    return missingInCore.isEmpty() && missingInHttp.isEmpty();
  }

  /** What an operator must know; for a server that fits, too. */
  public String message() {
    List<String> missing = new ArrayList<>(missingInCore);
    missing.addAll(missingInHttp);
    if (missing.isEmpty()) {
      return server.description()
          + " has everything this plugin needs"
          + "."
          + (server.isInRange() ? "" : " " + note())
          + (missingInFront.isEmpty() ? "" : " The 1.x API lacks " + listed(missingInFront) + ".")
          + (missingInConfig.isEmpty()
              ? ""
              : " Configurations in the 1.x API lack " + listed(missingInConfig) + ".");
    }
    return server.description()
        + " lacks "
        + missing.size()
        + (missing.size() == 1 ? " thing" : " things")
        + " this plugin needs: "
        + listed(missing)
        + ". Supported: "
        + ServerLine.SUPPORTED
        + ".";
  }

  /** What an operator must know of a server that fits; empty where it is of a tested range. */
  public String note() {
    return server.isInRange() || !fits()
        ? ""
        : ("%s was never tested with this plugin; tested versions: %s. All classes, methods and"
                + " fields that the plugin uses exist, but their behavior was not checked. Install"
                + " the plugin on one member of a test cluster first, check 'landbridge doctor' and"
                + " 'landbridge verify', and keep 'landbridge suspend' ready.")
            .formatted(server.description(), ServerLine.SUPPORTED);
  }

  private static String listed(List<String> missing) {
    return missing.stream().limit(NAMED_AT_MOST).collect(Collectors.joining(", "))
        + (missing.size() > NAMED_AT_MOST ? ", ..." : "");
  }

  private static List<String> names(List<Requirement> missing, Part part) {
    return missing.stream()
        .filter(each -> each.part() == part)
        .map(Requirement::toString)
        .distinct()
        .toList();
  }

  private static List<Requirement> read(ClassSource lists, String path) throws IOException {
    InputStream stream =
        lists
            .open(path)
            .orElseThrow(() -> new IOException("the plugin's jar is incomplete: missing " + path));
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      return reader
          .lines()
          .filter(each -> !each.isBlank() && !each.startsWith("#"))
          .map(Requirement::parse)
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (IllegalArgumentException e) {
      throw new IOException(path + " is damaged: " + e.getMessage(), e);
    }
  }
}
