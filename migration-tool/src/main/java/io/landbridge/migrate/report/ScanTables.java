package io.landbridge.migrate.report;

import io.landbridge.migrate.hazard.HazardFinding;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.LossInventory;
import io.landbridge.migrate.inventory.SavingsEstimate;
import io.landbridge.migrate.report.result.ScanResult;
import io.landbridge.model.Counted;
import java.util.List;

/** An inventory as text. */
final class ScanTables {

  private static final int MAX_LOSSES = 50;

  private ScanTables() {}

  static String text(ScanResult result, boolean interfaces, boolean consumers, Style style) {
    Inventory inventory = result.inventory();
    StringBuilder text = new StringBuilder();
    text.append(
        "Nacos %s at %s, namespaces: %s%n%n"
            .formatted(
                Printable.of(inventory.serverVersion()),
                inventory.server(),
                Printable.of(String.join(", ", inventory.namespaces()))));
    if (inventory.applications().isEmpty()) {
      text.append("No Dubbo application is registered.\n");
    } else {
      text.append(applications(inventory, style));
    }
    if (interfaces) {
      text.append('\n').append(interfaces(inventory, style));
    }
    List<LossInventory> losses =
        inventory.untranslatable().isEmpty()
            ? List.of()
            : inventory.untranslatable().stream().limit(MAX_LOSSES).toList();
    if (!losses.isEmpty()) {
      text.append("%nCannot be translated: %d%n".formatted(inventory.untranslatable().size()));
      text.append(losses(losses, style));
      if (losses.size() < inventory.untranslatable().size()) {
        text.append("... all of them with -o json\n");
      }
    }
    List<LossInventory> hazards =
        inventory.applications().stream()
            .flatMap(each -> each.losses().stream())
            .filter(each -> !each.dropped())
            .toList();
    if (!hazards.isEmpty()) {
      text.append("%nTranslated only in part: %d%n".formatted(hazards.size()));
      text.append(losses(hazards.stream().limit(MAX_LOSSES).toList(), style));
    }
    if (!result.hazards().isEmpty()) {
      text.append("%nHazards for the migration: %d%n".formatted(result.hazards().size()));
      text.append(found(result.hazards().stream().limit(MAX_LOSSES).toList(), style));
    }
    if (!result.unread().isEmpty()) {
      text.append("%nNot read:%n".formatted());
      result.unread().forEach(each -> text.append(Printable.of(each)).append('\n'));
    }
    text.append(ClientTables.text(result.consumers(), consumers, style));
    Inventory.Totals totals = inventory.totals();
    text.append(
        Counted.format(
            "%n%d applications, %d interfaces; %d interface-level instances now, %d application"
                + " instances after the migration.",
            totals.applications(),
            totals.interfaces(),
            totals.registrations(),
            totals.processes()));
    text.append(
        Counted.format(
            " %d services announce consumers, %d are not Dubbo's.%n",
            totals.consumerServices(), totals.otherServices()));
    SavingsEstimate savings = inventory.savings();
    text.append(
        Counted.format(
            "Savings after the migration: %d instances instead of %d, %d characters of metadata instead"
                + " of %d.%nPushes to a client that subscribes to everything, when every process"
                + " restarts: %d instead of %d.%n",
            savings.instancesAfter(),
            savings.instancesBefore(),
            savings.charsAfter(),
            savings.charsBefore(),
            savings.pushesAfter(),
            savings.pushesBefore()));
    return text.toString();
  }

  private static String found(List<HazardFinding> hazards, Style style) {
    TextTable table =
        new TextTable(
            style,
            "SEVERITY",
            "KIND",
            "NAMESPACE",
            "APPLICATION",
            "FOUND",
            "FOR EXAMPLE",
            "WHAT TO DO");
    for (HazardFinding each : hazards) {
      table.row(
          each.severity(),
          each.kind(),
          each.namespace(),
          each.application(),
          each.count(),
          each.evidence().get(0),
          each.advice());
    }
    return table.toString();
  }

  private static String applications(Inventory inventory, Style style) {
    TextTable table =
        new TextTable(
            style,
            "NAMESPACE",
            "APPLICATION",
            "REGISTERS",
            "INTERFACES",
            "REGISTRATIONS",
            "PROCESSES",
            "NATIVE",
            "DERIVED",
            "DUBBO",
            "PROTOCOLS");
    for (ApplicationInventory each : inventory.applications()) {
      table.row(
          each.namespace(),
          each.application(),
          registers(each.level()),
          each.interfaces().size(),
          each.registrations(),
          each.processes(),
          each.nativeInstances(),
          each.derivedInstances(),
          String.join(",", each.releases()),
          String.join(",", each.protocols()));
    }
    return table.toString();
  }

  private static String registers(ApplicationInventory.Level level) {
    return switch (level) {
      case INTERFACE -> "interfaces";
      case APPLICATION -> "application";
      case BOTH -> "both";
    };
  }

  private static String interfaces(Inventory inventory, Style style) {
    TextTable table =
        new TextTable(style, "NAMESPACE", "APPLICATION", "INTERFACE", "PROTOCOLS", "ADDRESSES");
    for (ApplicationInventory application : inventory.applications()) {
      for (ApplicationInventory.InterfaceInventory each : application.interfaces()) {
        table.row(
            application.namespace(),
            application.application(),
            each.service(),
            String.join(",", each.protocols()),
            each.addresses());
      }
    }
    return table.toString();
  }

  /** What to do is the same for all of a kind, and said once for each. */
  private static String losses(List<LossInventory> losses, Style style) {
    TextTable table =
        new TextTable(style, "SEVERITY", "KIND", "NAMESPACE", "SERVICE", "ADDRESS", "DETAIL");
    losses.forEach(
        each ->
            table.row(
                each.severity(),
                each.kind(),
                each.namespace(),
                each.service(),
                each.address(),
                each.detail()));
    StringBuilder text = new StringBuilder(table.toString()).append("What to do:\n");
    losses.stream()
        .map(each -> "  " + each.kind() + ": " + each.advice())
        .distinct()
        .forEach(each -> text.append(Printable.of(each)).append('\n'));
    return text.toString();
  }
}
