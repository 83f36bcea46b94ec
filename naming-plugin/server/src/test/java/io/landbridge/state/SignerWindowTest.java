package io.landbridge.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SignerWindowTest {

  record Entry(long start, long number) {}

  @Provide
  Arbitrary<List<Entry>> entries() {
    Arbitrary<Long> numbers =
        Arbitraries.oneOf(
            Arbitraries.longs().between(1, 20), Arbitraries.longs().between(1000, 1060));
    return Combinators.combine(Arbitraries.longs().between(1, 3), numbers)
        .as(Entry::new)
        .list()
        .ofMaxSize(60);
  }

  /** Against a set of everything that was ever taken. */
  @Property
  void nothingIsTakenTwiceAndNothingNewIsRefused(@ForAll("entries") List<Entry> entries) {
    Set<Entry> taken = new HashSet<>();
    long start = 0;
    long highest = 0;
    Optional<SignerWindow> window = Optional.empty();
    for (Entry entry : entries) {
      boolean fresh =
          entry.start() > start
              || (entry.start() == start
                  && !taken.contains(entry)
                  && highest - entry.number() < SignerWindow.WIDTH);
      Optional<SignerWindow> next =
          window.isEmpty()
              ? Optional.of(SignerWindow.first(Samples.BOB, entry.start(), entry.number()))
              : window.get().with(entry.start(), entry.number());
      assertThat(next.isPresent()).as("%s after %s", entry, taken).isEqualTo(fresh);
      if (fresh) {
        highest = entry.start() > start ? entry.number() : Math.max(highest, entry.number());
        start = entry.start();
        taken.add(entry);
        window = next;
      }
    }
  }

  @Test
  void numbersFarApartAreTooOldAndNotMistakenForNearOnes() {
    SignerWindow window = SignerWindow.first(Samples.BOB, 5, Long.MAX_VALUE);

    assertThat(window.with(5, Long.MIN_VALUE)).isEmpty();
    assertThat(window.with(6, 0)).isEmpty();
    assertThat(window.with(5, 1)).isEmpty();
    assertThat(window.with(5, Long.MAX_VALUE - SignerWindow.WIDTH)).isEmpty();
    assertThat(window.with(5, Long.MAX_VALUE - SignerWindow.WIDTH + 1)).isPresent();
    assertThat(SignerWindow.first(Samples.BOB, 5, 1).with(5, Long.MAX_VALUE).orElseThrow().seen())
        .isEqualTo(BigInteger.ONE);
  }

  @Test
  void aWindowRemembersNoMoreThanItsWidth() {
    assertThatThrownBy(
            () ->
                new SignerWindow(
                    Samples.BOB, 1, 1, BigInteger.ONE.shiftLeft(SignerWindow.WIDTH).setBit(0)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SignerWindow(Samples.BOB, 1, 1, BigInteger.TWO))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
