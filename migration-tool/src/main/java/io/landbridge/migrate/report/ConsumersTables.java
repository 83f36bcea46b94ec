package io.landbridge.migrate.report;

import io.landbridge.migrate.member.AskedMember;
import io.landbridge.migrate.report.result.ConsumersResult;
import java.util.Comparator;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** Consumers as text. */
final class ConsumersTables {

  private ConsumersTables() {}

  /** What is counted together. */
  private record Kind(String level, String protocol, String client) {

    private static final Comparator<Kind> ORDER =
        Comparator.comparing(Kind::level).thenComparing(Kind::protocol).thenComparing(Kind::client);
  }

  static String text(ConsumersResult result, Style style) {
    StringBuilder text = new StringBuilder();
    int listeners = result.listeners();
    if (result.consumers().stream().allMatch(ConsumersResult.Consumer::provides)) {
      text.append("No consumer has subscribed.\n");
    } else {
      text.append(consumers(result, style)).append('\n').append(summary(result, style));
    }
    if (listeners > 0) {
      text.append("%nProviders that listen for overrides: %d%n".formatted(listeners));
    }
    for (AskedMember each : result.members()) {
      if (!each.answered()) {
        text.append(
            "%nClients of %s are missing: %s%n"
                .formatted(Printable.of(each.member()), Printable.of(each.reason())));
      }
    }
    return text.toString();
  }

  private static TextTable consumers(ConsumersResult result, Style style) {
    TextTable table =
        new TextTable(
            style,
            "NAMESPACE",
            "SERVICE",
            "LEVEL",
            "IP",
            "PORT",
            "PROTOCOL",
            "CLIENT",
            "APPLICATION");
    for (ConsumersResult.Consumer each : result.consumers()) {
      if (each.provides()) {
        continue;
      }
      table.row(
          each.namespace(),
          each.service(),
          each.level().toLowerCase(Locale.ROOT),
          each.ip(),
          each.port() == 0 ? "" : each.port(),
          protocol(each.protocol()),
          each.client(),
          each.application().isEmpty() ? each.app() : each.application());
    }
    return table;
  }

  private static TextTable summary(ConsumersResult result, Style style) {
    SortedMap<Kind, Integer> kinds = new TreeMap<>(Kind.ORDER);
    result.consumers().stream()
        .filter(each -> !each.provides())
        .forEach(
            each ->
                kinds.merge(
                    new Kind(each.level(), each.protocol(), each.client()), 1, Integer::sum));
    TextTable table = new TextTable(style, "LEVEL", "PROTOCOL", "CLIENT", "SUBSCRIPTIONS");
    kinds.forEach(
        (kind, count) ->
            table.row(
                kind.level().toLowerCase(Locale.ROOT),
                protocol(kind.protocol()),
                kind.client(),
                count));
    return table;
  }

  private static String protocol(String name) {
    return name.equals("HTTP_UDP") ? "http+udp" : name.toLowerCase(Locale.ROOT);
  }
}
