package io.landbridge.host.registry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClientUnitsTest {

  private static final String CONNECTION = "1690000000000_127.0.0.1_40000";

  private final ClientUnits units = new ClientUnits();

  @Test
  void aConnectionIsAUnitAndIsNotRemembered() {
    String unit = units.unitOf(CONNECTION);

    assertThat(unit).isEqualTo(CONNECTION);
    assertThat(ClientUnits.isAddress(unit)).isFalse();
    assertThat(units.clientsOf(unit)).containsExactly(CONNECTION);
    assertThat(ClientUnits.connection(CONNECTION)).isEqualTo(CONNECTION);
    assertThat(units.addresses()).isEmpty();
  }

  @Test
  void clientsOfOneIpAreOneUnitWhateverTheirPortsAndKinds() {
    String unit = units.unitOf("10.0.0.1:20880#true");

    assertThat(units.unitOf("10.0.0.1:50051#true")).isEqualTo(unit);
    assertThat(units.unitOf("10.0.0.1:20881#false")).isEqualTo(unit);
    assertThat(units.unitOf("10.0.0.11:20880#true")).isNotEqualTo(unit);
    assertThat(ClientUnits.isAddress(unit)).isTrue();
    assertThat(units.clientsOf(unit))
        .containsExactlyInAnyOrder(
            "10.0.0.1:20880#true", "10.0.0.1:50051#true", "10.0.0.1:20881#false");
    assertThat(ClientUnits.connection("10.0.0.1:20880#true")).isEmpty();
    assertThat(units.addresses()).hasSize(2);
  }

  @Test
  void addressesOfTheSixthVersionHaveColonsOfTheirOwn() {
    assertThat(units.unitOf("[fe80::1]:20880#true")).isEqualTo(units.unitOf("[fe80::1]:1#true"));
    assertThat(units.unitOf("[fe80::2]:20880#true"))
        .isNotEqualTo(units.unitOf("[fe80::1]:20880#true"));
  }

  @Test
  void nothingIsLeftOfAUnitWithoutClients() {
    String unit = units.unitOf("10.0.0.1:20880#true");
    units.unitOf("10.0.0.1:20881#true");
    units.forget("10.0.0.1:20880#true");
    assertThat(units.clientsOf(unit)).containsExactly("10.0.0.1:20881#true");
    units.forget("10.0.0.1:20881#true");
    units.forget(CONNECTION);
    assertThat(units.clientsOf(unit)).isEmpty();
    assertThat(units.addresses()).isEmpty();
  }
}
