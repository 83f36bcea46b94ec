package io.landbridge.bench;

import java.util.List;

/**
 * What is measured.
 *
 * @param instances processes of providers
 * @param interfaces how many interfaces each of them registers
 * @param revisions how many different documents they have in all
 * @param json whether nothing but the result goes to standard output
 */
record CatalogSizeOptions(int instances, int interfaces, int revisions, boolean json) {

  private static final int MAX_APPLICATIONS = 300;

  static final String USAGE =
      """
      Usage: compat-tests/bench catalog-size [--json] [--instances N] [--interfaces N] [--revisions N]

      Starts the whole plugin on a host in memory, lets a fleet of providers register, switches every
      application on, and measures heap, RocksDB memory and disk. Needs no server; takes minutes at
      the default size.

        --instances N    processes, 1 to 200000 (default 50000)
        --interfaces N   interfaces of each process, 1 to 200 (default 40)
        --revisions N    different documents in all, 1 to 5000 (default 300); there are as many
                         applications, but at most 300
        --json           print nothing but the result on standard output

      The last line of standard output is one JSON object; docs in compat-tests/README.md.
      """;

  /** Wrong use of the command. */
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  CatalogSizeOptions {
    if (revisions > instances) {
      throw new IllegalArgumentException(
          "--revisions %d needs as many instances, but --instances is %d"
              .formatted(revisions, instances));
    }
  }

  static CatalogSizeOptions parse(List<String> words) throws UsageException {
    int instances = 50_000;
    int interfaces = 40;
    int revisions = -1;
    boolean json = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      switch (word) {
        case "--json" -> json = true;
        case "--instances" -> instances = number(words, ++i, 200_000);
        case "--interfaces" -> interfaces = number(words, ++i, 200);
        case "--revisions" -> revisions = number(words, ++i, 5_000);
        default -> throw new UsageException("unknown option '" + word + "'");
      }
    }
    try {
      return new CatalogSizeOptions(
          instances, interfaces, revisions < 0 ? Math.min(300, instances) : revisions, json);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private static int number(List<String> words, int at, int max) throws UsageException {
    String option = words.get(at - 1);
    if (at == words.size()) {
      throw new UsageException(option + " needs a number");
    }
    String text = words.get(at);
    try {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, as for a number out of range.
    }
    throw new UsageException(option + " is '" + text + "', not a number from 1 to " + max);
  }

  int applications() {
    return Math.min(MAX_APPLICATIONS, revisions);
  }

  long addresses() {
    return (long) instances * interfaces;
  }
}
