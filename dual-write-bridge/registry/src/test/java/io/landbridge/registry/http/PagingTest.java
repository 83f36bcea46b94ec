package io.landbridge.registry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.http.Paging.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Lists in pages are read wholly, or it is said that they are not. */
class PagingTest {

  private static Page<Integer> page(List<Integer> list, int number) {
    int from = Math.min((number - 1) * Paging.PAGE_SIZE, list.size());
    int to = Math.min(number * Paging.PAGE_SIZE, list.size());
    return new Page<>("http://here", list.size(), list.subList(from, to));
  }

  private static List<Integer> list(int size) {
    return new ArrayList<>(IntStream.range(0, size).boxed().toList());
  }

  @Property(tries = 50)
  void readsEveryEntryAndASinglePageOnce(@ForAll @IntRange(max = 2100) int size) throws Exception {
    List<Integer> pages = new ArrayList<>();
    assertThat(
            Paging.<Integer>whole(
                number -> {
                  pages.add(number);
                  return page(list(size), number);
                }))
        .hasSize(size);
    int needed = Math.max(1, (size + Paging.PAGE_SIZE - 1) / Paging.PAGE_SIZE);
    assertThat(pages).hasSize(needed == 1 ? 1 : 2 * needed);
  }

  @Test
  void readsAgainWhenEntriesMovedBetweenPages() throws Exception {
    // One entry of page 1 goes while page 1 was read already: page 2 begins one later.
    List<Integer> entries = list(700);
    int[] calls = {0};
    var found =
        Paging.<Integer>whole(
            number -> {
              if (++calls[0] == 2) {
                entries.remove(0);
                entries.add(1000);
                entries.add(1001);
              }
              return page(entries, number);
            });
    assertThat(found).containsAll(entries);
  }

  @Test
  void whatIsNeverWholeIsNoList() {
    RegistryException failure =
        catchThrowableOfType(
            RegistryException.class,
            () -> Paging.<Integer>whole(number -> new Page<>("http://here", 3, List.of(1, 2))));

    assertThat(failure.kind()).isEqualTo(Kind.INCOMPLETE);
    assertThat(failure).hasMessageContaining("page 1 had 2 of 3").hasMessageContaining("here");
  }

  @Test
  void endsThoughTheServerNeverDoes() throws Exception {
    List<Integer> full = list(Paging.PAGE_SIZE);
    int[] calls = {0};
    Paging.<Integer>whole(
        number -> {
          calls[0]++;
          return new Page<>("http://here", Integer.MAX_VALUE, full);
        });
    assertThat(calls[0]).isLessThanOrEqualTo(30_000);
  }
}
