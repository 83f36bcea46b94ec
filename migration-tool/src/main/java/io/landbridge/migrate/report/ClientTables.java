package io.landbridge.migrate.report;

import io.landbridge.migrate.consumer.ConsumerInventory;
import io.landbridge.migrate.consumer.ConsumerInventory.Client;
import io.landbridge.migrate.consumer.ConsumerInventory.Source;
import io.landbridge.model.Counted;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Clients as text. */
final class ClientTables {

  private ClientTables() {}

  /**
   * Clients by library.
   *
   * @param each whether every client is listed, too
   */
  static String text(ConsumerInventory consumers, boolean each, Style style) {
    StringBuilder text = new StringBuilder();
    if (!consumers.clients().isEmpty()) {
      text.append("\nSubscribers by client library:\n").append(libraries(consumers, style));
      if (each) {
        text.append('\n').append(clients(consumers.clients(), style));
      }
    }
    String missing = missing(consumers);
    return missing.isEmpty() ? text.toString() : text.append('\n').append(missing).toString();
  }

  private static String missing(ConsumerInventory consumers) {
    StringBuilder text = new StringBuilder();
    if (consumers.source() == Source.NOBODY) {
      text.append("Subscribers are unknown");
      text.append(consumers.silent().isEmpty() ? ", because they were not read.\n" : ".\n");
    }
    if (!consumers.silent().isEmpty()) {
      text.append(
          "Clients of these members are missing: %s.%n"
              .formatted(
                  consumers.silent().stream()
                      .map(
                          silent ->
                              "%s (%s)".formatted(silent.member(), Printable.of(silent.reason())))
                      .collect(Collectors.joining(", "))));
    }
    if (consumers.unread() > 0) {
      text.append(
          Counted.format(
              "The subscribers of %d services could not be read, or not all of them.%n",
              consumers.unread()));
    }
    return text.toString();
  }

  private static String libraries(ConsumerInventory consumers, Style style) {
    SortedMap<String, int[]> counts = new TreeMap<>();
    for (Client each : consumers.clients()) {
      int[] count =
          counts.computeIfAbsent(each.library() + "\n" + each.protocol(), none -> new int[2]);
      count[0]++;
      count[1] += each.others().isEmpty() ? 1 : 0;
    }
    TextTable table = new TextTable(style, "LIBRARY", "SPEAKS", "CLIENTS", "INTERFACES ONLY");
    counts.forEach(
        (key, count) -> {
          String[] parts = key.split("\n", -1);
          table.row(parts[0], parts[1], count[0], count[1]);
        });
    return table.toString();
  }

  private static String clients(List<Client> clients, Style style) {
    TextTable table =
        new TextTable(
            style,
            "NAMESPACE",
            "CLIENT",
            "LIBRARY",
            "SPEAKS",
            "APPLICATIONS THERE",
            "DUBBO",
            "INTERFACES",
            "OTHERS");
    for (Client each : clients) {
      table.row(
          each.namespace(),
          each.ip(),
          each.library(),
          each.protocol(),
          String.join(",", each.applications()),
          String.join(",", each.releases()),
          each.interfaces().size(),
          each.others().size());
    }
    return table.toString();
  }
}
