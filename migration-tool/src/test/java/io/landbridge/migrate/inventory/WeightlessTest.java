package io.landbridge.migrate.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.SketchedRegistry;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Of a weight a sink is told when it is 0. */
class WeightlessTest {

  private static RegisteredInstance weighing(double weight, Registration each) {
    return new RegisteredInstance(
        each.ip(), each.port(), "DEFAULT", weight, true, true, true, each.metadata());
  }

  @Test
  void anInstanceThatNobodyShallCallIsToldAfterItsService() throws Exception {
    Registration one = Registrations.of("shop", "demo.Order", "10.0.0.1", 20880);
    Registration other = Registrations.of("shop", "demo.Order", "10.0.0.2", 20880);
    SketchedRegistry registry =
        new SketchedRegistry().registered(one.service(), weighing(0, one), weighing(0.5, other));
    List<String> told = new ArrayList<>();
    LandscapeSink sink =
        new LandscapeSink() {
          @Override
          public void providers(ServiceKey service, List<Registration> instances) {
            told.add("providers " + instances.size());
          }

          @Override
          public void weightless(Registration instance) {
            told.add(instance.address());
          }
        };

    new LandscapeReader(registry, line -> {})
        .read(Set.of(), LandscapeSink.both(sink, new LandscapeSink() {}));

    assertThat(told).containsExactly("providers 2", "10.0.0.1:20880");
  }
}
