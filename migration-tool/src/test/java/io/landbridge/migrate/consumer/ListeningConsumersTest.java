package io.landbridge.migrate.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.consumer.ClusterConsumers.Seen;
import io.landbridge.migrate.consumer.ListeningConsumers.Listened;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.plugin.PluginConsumer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListeningConsumersTest {

  private static final String RULES = "DUBBO_SERVICEDISCOVERY_MIGRATION";

  private final List<Listened> listened = new ArrayList<>();

  private static Seen consumer(String ip, String service, String application, boolean provides) {
    return new Seen(
        new PluginConsumer(
            "public",
            "DEFAULT_GROUP",
            "providers:" + service + "::",
            "INTERFACE",
            service,
            ip,
            7,
            "GRPC",
            "Nacos-Java-Client:v2.5.1",
            "",
            application,
            provides),
        List.of("a:1"));
  }

  private ListeningConsumers of(Seen... consumers) throws RegistryException {
    return ListeningConsumers.of(List.of(consumers), ip -> List.copyOf(listened));
  }

  @Test
  void itsRuleTellsWhoRegistersNothing() throws Exception {
    listened.add(new Listened("till.migration", RULES, "public"));
    listened.add(new Listened("shop.migration", RULES, "public"));
    listened.add(new Listened("far.migration", RULES, "elsewhere"));
    listened.add(new Listened("old.migration", "MIGRATION", "public"));

    ListeningConsumers found =
        of(
            consumer("10.0.0.1", "demo.Sa", "", false),
            consumer("10.0.0.2", "demo.Sa", "", false),
            consumer("10.0.0.1", "demo.Sb", "shop", true),
            consumer("10.0.0.2", "demo.Sb", "shop", false));

    assertThat(found.nameless()).isEmpty();
    assertThat(found.calls())
        .containsExactly(
            new Call(
                "public",
                "till",
                "demo.Sa",
                "demo.Sa",
                "",
                List.of("3.x"),
                2,
                Call.Evidence.SUBSCRIBED));
  }

  /** The id of a rule has a hyphen where the name has a slash. */
  @Test
  void aRuleOfANameWithASlashIsThatOfTheApplicationThatIsKnown() throws Exception {
    listened.add(new Listened("team-till.migration", RULES, "public"));

    assertThat(
            of(
                    consumer("10.0.0.1", "demo.Sa", "", false),
                    consumer("10.0.0.1", "demo.Sb", "team/till", false))
                .calls())
        .as("it is who it says it is")
        .isEmpty();
    assertThat(
            of(
                    consumer("10.0.0.1", "demo.Sa", "", false),
                    consumer("10.0.0.2", "demo.Sb", "team/till", true))
                .calls())
        .extracting(Call::consumer)
        .containsExactly("team/till");
    assertThat(of(consumer("10.0.0.1", "demo.Sa", "", false)).calls())
        .extracting(Call::consumer)
        .containsExactly("team-till");
  }

  @Test
  void whoReadsMappingsAndNoRuleIsNamedByItsAddress() throws Exception {
    listened.add(new Listened("demo.Sa", "mapping", "public"));

    ListeningConsumers found =
        of(
            consumer("10.0.0.1", "demo.Sa", "", false),
            // Of Dubbo 2.7, or of something else.
            consumer("10.0.0.2", "demo.Sz", "", false));

    assertThat(found.calls()).isEmpty();
    assertThat(found.nameless())
        .singleElement()
        .asString()
        .contains("10.0.0.1", "demo.Sa", "Nacos-Java-Client:v2.5.1");
  }

  @Test
  void whomNobodyTellsOfIsNamedToo() throws Exception {
    ListeningConsumers found =
        ListeningConsumers.of(
            List.of(consumer("10.0.0.1", "demo.Sa", "", false)),
            ip -> {
              throw new RegistryException(Kind.UNAUTHORISED, "not allowed", "a", "ask");
            });

    assertThat(found.nameless()).singleElement().asString().contains("10.0.0.1", "not allowed");
  }
}
