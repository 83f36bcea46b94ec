package io.landbridge.observe;

import static io.landbridge.observe.Fleet.provider;
import static io.landbridge.observe.Fleet.registered;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.Registration;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.Origin;
import io.landbridge.state.Samples;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dubbo 3 registers each level over a client of its own: two units, one process. */
class BothLevelsTest {

  private static final Duration SOON = Duration.ofSeconds(5);

  private final Fleet fleet = new Fleet(1);
  private final MetadataDocument document = Samples.document(Samples.SHOP, 1);
  private final Map<String, List<Registration>> levels =
      new TreeMap<>(
          Map.of(
              "application", List.of(registered("application", "10.0.0.1", document)),
              "interfaces", provider("interfaces", "10.0.0.1", 2)));

  @ParameterizedTest
  @ValueSource(strings = {"application", "interfaces"})
  void isOneInstanceWhicheverComesFirst(String first) {
    fleet.documents.put(document);
    connect(first);
    connect(first.equals("application") ? "interfaces" : "application");
    assertThat(origins()).containsExactly(Origin.NATIVE_INTERFACE);

    fleet.disconnect("interfaces");
    fleet.run(SOON);
    assertThat(origins()).containsExactly(Origin.NATIVE_APPLICATION);

    fleet.disconnect("application");
    fleet.run(SOON);
    assertThat(origins()).isEmpty();
  }

  private void connect(String level) {
    fleet.connect(0, level, levels.getOrDefault(level, List.of()));
    fleet.run(SOON);
  }

  private List<Origin> origins() {
    return fleet.contents().values().stream().map(ApplicationInstance::origin).toList();
  }
}
