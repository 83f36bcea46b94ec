package io.landbridge.migrate.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.consumer.ClusterConsumers.Collected;
import io.landbridge.migrate.consumer.ClusterConsumers.Seen;
import io.landbridge.migrate.member.AskedMember;
import io.landbridge.migrate.report.Format;
import io.landbridge.migrate.report.NextStep;
import io.landbridge.migrate.report.Report;
import io.landbridge.migrate.report.Style;
import io.landbridge.migrate.report.result.ConsumersResult;
import io.landbridge.registry.plugin.PluginConsumer;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterConsumersTest {

  private static final NextStep NEXT = new NextStep("landbridge status", "to see");
  private static final PluginConsumer OLD =
      consumer("providers:demo.A::", "10.0.0.8", "HTTP_UDP", "Nacos-Java-Client:v1.4.6", "front");
  private static final PluginConsumer NEW =
      consumer("providers:demo.A::", "10.0.0.9", "GRPC", "Nacos-Java-Client:v2.2.4", "");
  private static final PluginConsumer FIRST =
      consumer("providers:a.First::", "10.0.0.9", "GRPC", "Nacos-Java-Client:v2.2.4", "");

  private static final AskedMember A = new AskedMember("a:1", true, "");
  private static final AskedMember C = new AskedMember("c:1", false, "no route");

  @Test
  void whomSeveralMembersKnowIsThereOnce() {
    Collected collected = new Collected();
    collected.add("b:1", List.of(NEW, OLD));
    collected.add("a:1", List.of(OLD, FIRST));

    ClusterConsumers found = collected.of(List.of(A, C));

    assertThat(found.members()).containsExactly(A, C);
    assertThat(found.silent()).containsExactly(C);
    assertThat(found.consumers())
        .containsExactly(
            new Seen(FIRST, List.of("a:1")),
            new Seen(OLD, List.of("a:1", "b:1")),
            new Seen(NEW, List.of("b:1")));
  }

  @Test
  void tablesTellWhoAndHowManyAndWhatIsNotKnown() {
    Collected collected = new Collected();
    collected.add("a:1", List.of(OLD, NEW));

    String text =
        new Report(Format.TABLE, Style.PLAIN)
            .consumers(ConsumersResult.of(collected.of(List.of(A, C))), NEXT);

    assertThat(text.lines().map(each -> each.replaceAll(" +", " ")))
        .contains(
            "public providers:demo.A:: interface 10.0.0.8 7 http+udp Nacos-Java-Client:v1.4.6 front",
            "public providers:demo.A:: interface 10.0.0.9 7 grpc Nacos-Java-Client:v2.2.4 -",
            "interface http+udp Nacos-Java-Client:v1.4.6 1",
            "Clients of c:1 are missing: no route");
  }

  @Test
  void nobody() {
    Collected collected = new Collected();
    collected.add("a:1", List.of());

    assertThat(
            new Report(Format.TABLE, Style.PLAIN)
                .consumers(ConsumersResult.of(collected.of(List.of(A))), NEXT))
        .isEqualTo("No consumer has subscribed.\n\nNext: landbridge status\n  to see\n");
  }

  private static PluginConsumer consumer(
      String service, String ip, String protocol, String client, String application) {
    return new PluginConsumer(
        "public",
        "DEFAULT_GROUP",
        service,
        "INTERFACE",
        "demo.A",
        ip,
        7,
        protocol,
        client,
        "",
        application,
        false);
  }
}
