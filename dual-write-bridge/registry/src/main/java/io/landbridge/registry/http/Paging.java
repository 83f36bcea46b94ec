package io.landbridge.registry.http;

import io.landbridge.registry.RegistryException;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads a list the server gives out in pages. */
public final class Paging {

  /** Entries per page. */
  public static final int PAGE_SIZE = 500;

  /** The most pages that are read of one list. */
  private static final int MAX_PAGES = 10_000;

  private static final int MAX_ROUNDS = 3;

  private Paging() {}

  /**
   * Reads all pages. The list may change between two pages, and an entry that moved to the page
   * read before would be missed, so a list of several pages is read until nothing new is found.
   *
   * @param source gives one page
   * @return the entries, sorted; also those that vanished meanwhile
   */
  public static <T extends Comparable<T>> SortedSet<T> all(Source<T> source)
      throws RegistryException {
    SortedSet<T> entries = new TreeSet<>();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      int before = entries.size();
      int pages = round(source, entries);
      if (pages == 1 || entries.size() == before) {
        break;
      }
    }
    return entries;
  }

  private static <T> int round(Source<T> source, SortedSet<T> entries) throws RegistryException {
    int number = 1;
    while (source.page(number, entries) > (long) number * PAGE_SIZE && number < MAX_PAGES) {
      number++;
    }
    return number;
  }

  /** One list in pages. */
  public interface Source<T> {

    /**
     * Reads a page of {@link #PAGE_SIZE} entries.
     *
     * @param number from 1
     * @param into where its entries go
     * @return how many entries the whole list has
     */
    int page(int number, SortedSet<T> into) throws RegistryException;
  }
}
