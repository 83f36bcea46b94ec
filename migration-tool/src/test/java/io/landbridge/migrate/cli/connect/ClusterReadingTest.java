package io.landbridge.migrate.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.migrate.SketchedRegistry;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterReadingTest {

  private static final ServiceKey ODD =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "orders v2");

  private final SketchedRegistry registry =
      new SketchedRegistry()
          .registered(
              ODD,
              new RegisteredInstance("10.0.0.1", 80, "DEFAULT", 1, true, true, true, Map.of()));

  @Test
  void nobodyFindsAProviderOfANameThatTheServerRefuses() throws Exception {
    assertThat(ClusterReading.hasProvider(registry, ODD)).isTrue();

    registry.fail(ODD.name(), Kind.REFUSED);

    assertThat(ClusterReading.hasProvider(registry, ODD)).isFalse();
  }

  @Test
  void aServerThatDoesNotAnswerSaysNothingOfProviders() {
    registry.fail(ODD.name(), Kind.UNEXPECTED_ANSWER);

    assertThatThrownBy(() -> ClusterReading.hasProvider(registry, ODD))
        .isInstanceOf(RegistryException.class);
  }
}
