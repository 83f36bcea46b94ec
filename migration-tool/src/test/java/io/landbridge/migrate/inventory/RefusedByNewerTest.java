package io.landbridge.migrate.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.SketchedRegistry;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sink is told what newer servers would refuse, where the server that is read takes it. */
class RefusedByNewerTest {

  private static ServiceKey service(String name) {
    return new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", name);
  }

  private static RegisteredInstance instance(
      int port, boolean ephemeral, Map<String, String> metadata) {
    return new RegisteredInstance("10.0.0.1", port, "DEFAULT", 1, true, true, ephemeral, metadata);
  }

  private static List<String> told(String version) throws Exception {
    SketchedRegistry registry =
        new SketchedRegistry()
            .version(version)
            .registered(
                service("beats"),
                instance(1, true, Map.of("preserved.heart.beat.interval", "20000")))
            .registered(service("both"), instance(2, true, Map.of()), instance(3, false, Map.of()))
            .registered(service("long"), instance(4, true, Map.of("key", "x".repeat(1_024))))
            .registered(
                service("fine"), instance(5, false, Map.of()), instance(6, false, Map.of()));
    List<String> told = new ArrayList<>();
    LandscapeSink sink =
        new LandscapeSink() {
          @Override
          public void refused(Registration instance, String reason) {
            told.add("refused " + instance.service().name());
          }

          @Override
          public void alwaysRefused(Registration instance, String reason) {
            told.add("always " + instance.service().name());
          }

          @Override
          public void mixed(ServiceKey service, List<Registration> instances) {
            told.add("mixed %s %d".formatted(service.name(), instances.size()));
          }
        };

    new LandscapeReader(registry, line -> {})
        .read(Set.of(), LandscapeSink.both(sink, new LandscapeSink() {}));

    return told;
  }

  @Test
  void aServerOf1xTakesAllOfIt() throws Exception {
    assertThat(told("1.4.1"))
        .containsExactlyInAnyOrder("always beats", "mixed both 2", "refused long");
  }

  @ParameterizedTest
  @CsvSource({"2.2.4, 1", "2.3.0, 0", "3.1.0, 0"})
  void aServerThatRefusesItHasTakenWhatIsThere(String version, int left) throws Exception {
    assertThat(told(version)).hasSize(left).allMatch(each -> each.equals("refused long"));
  }
}
