package io.landbridge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotBlank;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AudienceTest {

  private static final int PROCESSES = 4_000;

  /** Six standard deviations: fails for a wrong share, not by chance. */
  @Property(tries = 60)
  void aShareHasThatShareOfTheProcesses(
      @ForAll @IntRange(min = 1, max = 99) int percent,
      @ForAll @NotBlank @AlphaChars @StringLength(max = 40) String salt) {
    double expected = PROCESSES * percent / 100.0;
    double deviation = Math.sqrt(expected * (100 - percent) / 100.0);

    int found = shown(Audience.share(percent, salt)).size();

    assertThat((double) found).isBetween(expected - 6 * deviation, expected + 6 * deviation);
  }

  @Property(tries = 60)
  void aLargerShareHasEveryProcessOfASmallerOne(
      @ForAll @IntRange(max = 100) int one,
      @ForAll @IntRange(max = 100) int other,
      @ForAll @NotBlank @AlphaChars @StringLength(max = 40) String salt) {
    Audience small = Audience.share(Math.min(one, other), salt);
    Audience large = Audience.share(Math.max(one, other), salt);

    assertThat(shown(large)).containsAll(shown(small));
    assertThat(large.includes(small)).isTrue();
    assertThat(small.includes(large)).isEqualTo(one == other);
  }

  @Property(tries = 60)
  void whoeverIncludesAnotherShowsAllOfIt(
      @ForAll("audiences") Audience one, @ForAll("audiences") Audience other) {
    if (one.includes(other)) {
      assertThat(shown(one)).containsAll(shown(other));
    }
  }

  @net.jqwik.api.Provide
  net.jqwik.api.Arbitrary<Audience> audiences() {
    return net.jqwik.api.Combinators.combine(
            net.jqwik.api.Arbitraries.of(0, 1, 5, 20, 60, 99, 100),
            net.jqwik.api.Arbitraries.of("a", "b"),
            net.jqwik.api.Arbitraries.of("10.0.0.1", "10.0.0.2", "10.0.1.7").set().ofMaxSize(2),
            net.jqwik.api.Arbitraries.of("app-1", "app-2").set().ofMaxSize(2))
        .as(
            (percent, salt, addresses, applications) ->
                new Audience(percent, salt, new TreeSet<>(addresses), new TreeSet<>(applications)));
  }

  /** Or the same consumers would take the risk of every wave. */
  @Test
  void anotherSaltSelectsOthers() {
    Set<String> one = shown(Audience.share(10, "plan wave 1"));
    Set<String> other = shown(Audience.share(10, "plan wave 2"));

    long both = one.stream().filter(other::contains).count();
    assertThat(both).isLessThan(one.size() / 4);
  }

  /** The bytes are the contract between members of different versions. */
  @Test
  void theSelectionIsTheSameForEver() {
    List<Integer> shown =
        IntStream.range(0, 40)
            .filter(i -> Audience.share(20, "salt").contains("10.0.0." + i, "", () -> ""))
            .boxed()
            .toList();
    assertThat(shown).containsExactly(GOLDEN);
  }

  private static final Integer[] GOLDEN = {8, 14, 17, 19, 26, 30, 32, 37};

  @Test
  void theNameOfAProcessTellsProcessesOfOneAddressApart() {
    Audience half = Audience.share(50, "salt");
    Set<Boolean> shown =
        IntStream.range(0, 40)
            .mapToObj(i -> half.contains("127.0.0.1", "process-" + i, () -> ""))
            .collect(Collectors.toSet());
    assertThat(shown).containsExactlyInAnyOrder(true, false);
  }

  @Test
  void theNamedAreShownWhateverTheShare() {
    Audience named = Audience.parse("10.0.0.7, fd00::1,shop-web", "salt");

    assertThat(named.contains("10.0.0.7", "", () -> "")).isTrue();
    assertThat(named.contains("fd00:0:0:0:0:0:0:1", "", () -> "")).isTrue();
    assertThat(named.contains("10.0.0.8", "shop-web", () -> "")).isTrue();
    assertThat(named.contains("10.0.0.8", "", () -> "shop-web")).isTrue();
    assertThat(named.contains("10.0.0.8", "other", () -> "another")).isFalse();
    assertThat(named.isNobody()).isFalse();
  }

  @Test
  void nobodyAndEverybodyAreWhatTheySay() {
    assertThat(shown(Audience.NOBODY)).isEmpty();
    assertThat(shown(Audience.WHOLE)).hasSize(PROCESSES);
    assertThat(Audience.parse("100%,10.0.0.1", "salt")).isEqualTo(Audience.WHOLE);
    assertThat(Audience.parse("0%", "salt")).isEqualTo(Audience.NOBODY);
  }

  @Property(tries = 200)
  void whatIsWrittenIsReadAgain(@ForAll("audiences") Audience audience) {
    assertThat(Audience.parse(audience.text(), audience.salt())).isEqualTo(audience);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "5%,6%",
        "101%",
        "-1%",
        "5.5%",
        "%",
        "+5%",
        "all,5%",
        "5%,none",
        "a@@b",
        "10.0.0.300",
        "10.0.0",
        "10.0.0.0/8",
        "::1::",
        "10.0.0.7:20880"
      })
  void whatIsNoAudienceIsRefused(String text) {
    assertThatThrownBy(() -> Audience.parse(text, "salt"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Property(tries = 50)
  void tooManyNamesAreRefused(@ForAll @Size(51) Set<@AlphaChars @StringLength(5) String> names) {
    assertThatThrownBy(() -> Audience.parse(String.join(",", names), "salt"))
        .hasMessageContaining("at most 50");
  }

  private static Set<String> shown(Audience audience) {
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      String ip = "10.0." + i / 250 + "." + i % 250;
      String app = i % 3 == 0 ? "app-" + i % 9 : "";
      if (audience.contains(ip, app, () -> "")) {
        shown.add(ip);
      }
    }
    return new TreeSet<>(shown);
  }
}
