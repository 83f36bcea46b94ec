package io.landbridge.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.SharedMetadata;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Instances of two applications at one address. */
class ConflictingInstancesTest {

  private static final String ADDRESS = "192.0.2.7";

  @ParameterizedTest
  @CsvSource({
    "true, true, 1795176590714, true, true, 1795176590715, 2",
    "true, true, 1795176590715, true, true, 1795176590714, 1",
    "true, true, 999, true, true, 1000, 2",
    "true, true, '', true, true, 1, 2",
    "true, true, 5, true, true, 5, 1",
    "true, true, '', true, true, '', 1",
    "false, true, 9, true, true, 1, 2",
    "true, false, 9, true, true, 1, 2",
    "false, true, 1, true, false, 9, 2"
  })
  void theHealthyAndLaterOneIsShown(
      boolean oneHealthy,
      boolean oneEnabled,
      String oneSince,
      boolean otherHealthy,
      boolean otherEnabled,
      String otherSince,
      int expected) {
    DerivedInstance one = instance("one", oneHealthy, oneEnabled, Map.of(), oneSince);
    DerivedInstance other = instance("other", otherHealthy, otherEnabled, Map.of(), otherSince);

    assertThat(ConflictingInstances.settle(List.of(one, other)))
        .containsExactly(expected == 1 ? one : other);
    if (!oneSince.equals(otherSince)) {
      assertThat(ConflictingInstances.settle(List.of(other, one)))
          .containsExactly(expected == 1 ? one : other);
    }
  }

  @Test
  void differentServicesOfAnAmbiguousNameAreNoRivals() {
    List<DerivedInstance> instances =
        List.of(
            instance("one", true, true, Map.of("version", "x"), "1"),
            instance("one", true, true, Map.of("group", "x"), "1"));

    assertThat(ConflictingInstances.settle(instances)).isSameAs(instances);
  }

  @Test
  void whoHasItsAddressForItselfStays() {
    DerivedInstance alone =
        new DerivedInstance(
            "192.0.2.8", 20880, "DEFAULT", false, true, 1, true, SharedMetadata.NONE, Map.of());
    DerivedInstance later = instance("other", true, true, Map.of(), "2");

    assertThat(
            ConflictingInstances.settle(
                List.of(instance("one", true, true, Map.of(), "1"), alone, later)))
        .containsExactly(alone, later);
  }

  private static DerivedInstance instance(
      String application,
      boolean healthy,
      boolean enabled,
      Map<String, String> more,
      String since) {
    Map<String, String> common = new TreeMap<>(more);
    common.put("application", application);
    return new DerivedInstance(
        ADDRESS,
        20880,
        "DEFAULT",
        healthy,
        enabled,
        1,
        true,
        SharedMetadata.of(common),
        since.isEmpty() ? Map.of() : Map.of("timestamp", since));
  }
}
