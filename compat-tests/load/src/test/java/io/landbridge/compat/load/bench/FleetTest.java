package io.landbridge.compat.load.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.load.wire.ServiceName;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FleetTest {

  private final Fleet fleet = new Fleet(7, 3);

  @Test
  void noTwoProvidersShareAnAddress() {
    Set<String> addresses = new HashSet<>();
    for (int generation : new int[] {0, 1, 200}) {
      IntStream.range(0, Fleet.MAX_PROVIDERS)
          .forEach(i -> addresses.add(Fleet.address(fleet.provider(generation, i))));
    }

    assertThat(addresses)
        .hasSize(3 * Fleet.MAX_PROVIDERS)
        .allMatch(address -> address.matches("10(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}:20880"));
  }

  @Test
  void theProcessesOfAnApplicationAreThoseTheFleetHas() {
    assertThat(fleet.processes(3, 5, 2, 4))
        .containsExactly(
            fleet.provider(3, 5 + 2 * 7),
            fleet.provider(3, 5 + 3 * 7),
            fleet.provider(3, 5 + 4 * 7),
            fleet.provider(3, 5 + 5 * 7))
        .allMatch(provider -> provider.application().equals("bench-app-005"));
  }

  @Test
  void aProviderRegistersEachOfItsInterfaces() {
    assertThat(fleet.provider(1, 9).registrations().keySet())
        .hasSize(3)
        .contains(ServiceName.of(fleet.service(9)))
        .allMatch(service -> service.name().startsWith("providers:com.example.bench.app002."));
  }
}
