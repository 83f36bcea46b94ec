package io.landbridge.registry.http;

import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads a list the server gives out in pages. */
public final class Paging {

  /** Entries per page. */
  public static final int PAGE_SIZE = Registry.PAGE_SIZE;

  /** The most pages that are read of one list. */
  private static final int MAX_PAGES = 10_000;

  private static final int MAX_ROUNDS = 3;

  private Paging() {}

  /**
   * Reads all pages of a list that is worth nothing unless it is whole: every page must hold what
   * it should of the number it says the list has then, throughout at least one reading. The list
   * may change between two pages, and an entry that moved to the page read before would be missed,
   * so one of several pages is read until nothing new is found.
   *
   * @param source gives one page
   * @return the entries, sorted; also those that vanished between two readings
   * @throws RegistryException of the kind {@code INCOMPLETE} if that does not happen in a few
   *     readings
   */
  public static <T extends Comparable<T>> SortedSet<T> whole(PageSource<T> source)
      throws RegistryException {
    return whole(PAGE_SIZE, source);
  }

  /**
   * The same, of a list in pages of another size.
   *
   * @param size entries per page
   */
  public static <T extends Comparable<T>> SortedSet<T> whole(int size, PageSource<T> source)
      throws RegistryException {
    SortedSet<T> entries = new TreeSet<>();
    boolean anyWhole = false;
    String last = "";
    String url = "";
    for (int round = 0; round < MAX_ROUNDS; round++) {
      int before = entries.size();
      int number = 0;
      int total;
      boolean whole = true;
      do {
        Page<T> page = source.page(++number);
        entries.addAll(page.entries());
        total = page.total();
        whole &= page.listed() == expected(size, total, number);
        last = "page %d had %d of %d entries".formatted(number, page.listed(), total);
        url = page.url();
      } while (whole && (long) number * size < total && number < MAX_PAGES);
      anyWhole |= whole;
      if (whole && (number == 1 || entries.size() == before)) {
        break;
      }
    }
    if (anyWhole) {
      return entries;
    }
    throw new RegistryException(
        RegistryException.Kind.INCOMPLETE,
        "a list changed during each of %d reads: %s".formatted(MAX_ROUNDS, last),
        url,
        "try again; if this persists, check the log of the server");
  }

  /** A page behind the end may only follow one that said there was more, and is then read again. */
  private static long expected(int size, int total, int number) {
    long left = total - (number - 1L) * size;
    return number > 1 && left <= 0 ? -1 : Math.min(size, left);
  }

  /**
   * A page.
   *
   * @param url where it is from
   * @param total how many entries the whole list has
   * @param entries those on it that can be read
   * @param listed how many there are on it, with those that are none
   */
  public record Page<T>(String url, int total, List<T> entries, int listed) {

    /** Copies. */
    public Page {
      entries = List.copyOf(entries);
    }

    /** One of which all entries can be read. */
    public Page(String url, int total, List<T> entries) {
      this(url, total, entries, entries.size());
    }
  }

  /** A list whose pages tell what they should hold. */
  public interface PageSource<T> {

    /**
     * Reads a page.
     *
     * @param number from 1
     */
    Page<T> page(int number) throws RegistryException;
  }
}
