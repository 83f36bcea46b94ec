package io.landbridge.registry.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PagingTest {

  @Property(tries = 50)
  void readsEveryEntryAndASinglePageOnce(@ForAll @IntRange(max = 2100) int size) throws Exception {
    List<Integer> pages = new ArrayList<>();
    assertThat(
            Paging.<Integer>all(
                (number, into) -> {
                  pages.add(number);
                  for (int i = (number - 1) * Paging.PAGE_SIZE;
                      i < Math.min(size, number * Paging.PAGE_SIZE);
                      i++) {
                    into.add(i);
                  }
                  return size;
                }))
        .hasSize(size);
    int needed = Math.max(1, (size + Paging.PAGE_SIZE - 1) / Paging.PAGE_SIZE);
    assertThat(pages).hasSize(needed == 1 ? 1 : 2 * needed);
  }

  @Test
  void readsAgainWhenEntriesMovedBetweenPages() throws Exception {
    // One entry of page 1 goes while page 1 was read already: page 2 begins one later.
    List<Integer> entries = new ArrayList<>();
    for (int i = 0; i < 700; i++) {
      entries.add(i);
    }
    int[] calls = {0};
    var found =
        Paging.<Integer>all(
            (number, into) -> {
              if (++calls[0] == 2) {
                entries.remove(0);
                entries.add(1000);
                entries.add(1001);
              }
              int from = Math.min((number - 1) * Paging.PAGE_SIZE, entries.size());
              int to = Math.min(number * Paging.PAGE_SIZE, entries.size());
              into.addAll(entries.subList(from, to));
              return entries.size();
            });
    assertThat(found).containsAll(entries);
  }

  @Test
  void endsThoughTheServerNeverDoes() throws Exception {
    int[] calls = {0};
    Paging.<Integer>all(
        (number, into) -> {
          calls[0]++;
          return Integer.MAX_VALUE;
        });
    assertThat(calls[0]).isLessThanOrEqualTo(30_000);
  }
}
