package io.landbridge.migrate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.consumer.ConsumerInventory;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.report.result.ScanResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScanTablesTest {

  @Test
  void whatToDoIsSaidOncePerKind() {
    Registration first =
        Registrations.with("shop", "demo.Order", "10.0.0.1", 20880, Map.of("protocol", ""));
    Registration second =
        Registrations.with("shop", "demo.Order", "10.0.0.2", 20880, Map.of("protocol", ""));
    ScanResult result =
        new ScanResult(
            InventoryBuilder.of(Registrations.untranslated(List.of(first, second), List.of())),
            List.of(),
            new ConsumerInventory(ConsumerInventory.Source.SERVERS, 1, List.of(), 0, 0, List.of()),
            List.of());
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);

    new Report(Format.TABLE, Style.PLAIN)
        .scan(result, new NextStep("landbridge status", "to see"), false, false, out);

    out.flush();
    assertThat(text.toString())
        .contains("10.0.0.1:20880", "10.0.0.2:20880")
        .containsOnlyOnce(result.inventory().untranslatable().get(0).advice());
  }
}
