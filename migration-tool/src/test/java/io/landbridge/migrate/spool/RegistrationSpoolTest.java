package io.landbridge.migrate.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes in comes out, those together that have to be, wherever it was meanwhile. */
class RegistrationSpoolTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 300, 1 << 20})
  void givesBackWhatItWasGiven(int chunkBytes) {
    List<Registration> given = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      given.add(
          Registrations.with(
              "app-" + i % 7,
              "demo.Service" + i,
              "10.0.0." + i % 40,
              20880,
              Map.of("methods", "m" + i, "owner", "größer \u2014 \ud800 x".repeat(i % 3))));
    }
    try (RegistrationSpool spool = new RegistrationSpool(8, chunkBytes)) {
      given.forEach(each -> spool.add(each.ip(), each));

      List<Registration> all = new ArrayList<>();
      Set<String> before = new HashSet<>();
      List<Integer> sizes = new ArrayList<>();
      spool.forEachPart(
          part -> {
            Set<String> ips = new HashSet<>();
            part.forEach(each -> ips.add(each.ip()));
            assertThat(before).doesNotContainAnyElementsOf(ips);
            before.addAll(ips);
            // In the order in which they came.
            assertThat(part).isSortedAccordingTo((a, b) -> given.indexOf(a) - given.indexOf(b));
            sizes.add(part.size());
            all.addAll(part);
          });

      assertThat(all).containsExactlyInAnyOrderElementsOf(given);
      assertThat(sizes).hasSizeGreaterThan(4);
      assertThat(spool.bytesInFile() > 0).isEqualTo(chunkBytes < 1 << 20);
    }
  }

  @Test
  void everyFieldIsKept() {
    ServiceKey service = new ServiceKey(new NamespaceId("dev"), "GROUP", "providers:a.B");
    List<Registration> given = new ArrayList<>();
    for (int bits = 0; bits < 16; bits++) {
      given.add(
          new Registration(
              service,
              "client" + bits,
              "2001:db8::1",
              bits,
              "cluster",
              (bits & 1) != 0,
              (bits & 2) != 0,
              (bits & 4) != 0,
              Map.of("", "", "key", "v".repeat(100_000)),
              (bits & 8) != 0));
    }
    try (RegistrationSpool spool = new RegistrationSpool()) {
      given.forEach(each -> spool.add("", each));
      List<Registration> back = new ArrayList<>();
      spool.forEachPart(back::addAll);
      assertThat(back).isEqualTo(given);
      assertThat(spool.bytesInFile()).isPositive().isLessThan(100_000);
    }
  }
}
