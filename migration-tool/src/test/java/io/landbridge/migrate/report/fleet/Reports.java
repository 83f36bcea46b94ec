package io.landbridge.migrate.report.fleet;

import io.landbridge.migrate.consumer.InterfaceDependents.Dependent;
import io.landbridge.migrate.inventory.SavingsEstimate;
import io.landbridge.migrate.inventory.Severity;
import io.landbridge.migrate.report.fleet.FleetReport.Application;
import io.landbridge.migrate.report.fleet.FleetReport.Event;
import io.landbridge.migrate.report.fleet.FleetReport.Hazard;
import io.landbridge.migrate.report.fleet.FleetReport.Library;
import io.landbridge.migrate.report.fleet.FleetReport.Savings;
import io.landbridge.migrate.report.fleet.FleetReport.State;
import io.landbridge.migrate.report.fleet.FleetReport.Totals;
import io.landbridge.migrate.report.fleet.FleetReport.Wave;
import java.util.ArrayList;
import java.util.List;

/** Reports to look at. */
public final class Reports {

  private Reports() {}

  /** A fleet in the middle of its migration. */
  public static FleetReport halfWay() {
    List<Application> applications = new ArrayList<>();
    for (String name : List.of("inventory", "pricing", "orders", "payments", "search", "reviews")) {
      boolean done = applications.size() < 3;
      applications.add(
          new Application(
              "public",
              name,
              applications.size() / 2 + 1,
              done ? "TRANSLATED" : applications.size() == 3 ? "SWITCHING_ON" : "OBSERVED",
              applications.size() < 2,
              40 * (applications.size() + 1),
              applications.size() % 3,
              applications.size() == 3
                  ? List.of("the document of revision 5f2c cannot be had: connection refused")
                  : List.of()));
    }
    return report(
        applications,
        List.of(
            new Wave(1, State.DONE, 2, 2, 3, "the smallest first"),
            new Wave(2, State.UNDER_WAY, 2, 1, 5, "what they call is done"),
            new Wave(3, State.PENDING, 2, 0, 4, "what they call is done")));
  }

  /** One in which everything anybody can name is meant to do harm, or long. */
  public static FleetReport hostile() {
    String name = "<script>alert('x')</script>&\"\u001b[2J" + "very-long-name-".repeat(12);
    return report(
        List.of(new Application(name, name, 1, "OBSERVED", false, 1, 1, List.of(name))),
        List.of(new Wave(1, State.PENDING, 1, 0, 0, name)));
  }

  private static FleetReport report(List<Application> applications, List<Wave> waves) {
    String any = applications.get(0).application();
    return new FleetReport(
        "2026-11-22T08:00:00Z",
        "http://10.0.0.11:8848/nacos",
        "3.1.0",
        "7d1a54127b222502f5b79b5fb0803061152a44f92b37e23c6527baf665d4da9a",
        "2026-11-20T09:30:00Z",
        new Totals(applications.size(), 3, 2, waves.size(), 1, 12, 3),
        new Savings(
            1840,
            1210,
            212,
            190,
            1650,
            0,
            3300,
            2420,
            new SavingsEstimate(1300, 220, 91000, 12000, 2600, 440)),
        waves,
        applications,
        List.of(
            new Library("Nacos-Java-Client:v1.4.6", "HTTP_UDP", 2, 2),
            new Library("Nacos-Java-Client:v2.4.1", "GRPC", 220, 0),
            new Library("Nacos-Go-Client:v2.2.5", "GRPC", 9, 0)),
        4,
        List.of(
            new Dependent(
                "public",
                "10.0.3.17",
                "Nacos-Java-Client:v1.4.6",
                "HTTP_UDP",
                any,
                List.of("providers:com.example.shop.OrderService:1.0.0:")),
            new Dependent(
                "public",
                "10.0.3.18",
                "Nacos-Java-Client:v1.4.6",
                "HTTP_UDP",
                "",
                List.of(
                    "providers:com.example.shop.OrderService:1.0.0:",
                    "providers:com.example.shop.PriceService::gold"))),
        List.of(
            new Hazard(
                Severity.WARNING,
                "CUSTOM_PATH",
                2,
                "providers:com.example.shop.PriceService:: at 10.0.1.4:20880",
                "the path 'api/price' is not the interface name",
                "remove the path, or leave the service to interface-level consumers")),
        List.of(
            new Event("2026-11-21T08:01:12.120Z", "RUN", 0, "apply waves [1, 2, 3]"),
            new Event("2026-11-21T08:01:13.450Z", "WAVE_BEGUN", 1, ""),
            new Event("2026-11-21T08:03:40.001Z", "WAVE_DONE", 1, ""),
            new Event("2026-11-21T08:03:41.310Z", "WAVE_BEGUN", 2, ""),
            new Event(
                "2026-11-21T08:05:02.777Z",
                "STOPPED",
                0,
                "'payments' could not be translated: wave 2: " + any)),
        List.of(new FleetReport.Silent("10.0.0.13:8848", "connection refused")));
  }
}
