package io.landbridge.compat.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a member runs.
 *
 * @param ip the address it listens on and is known by
 * @param prefix what its command line starts with, for example to enter a network namespace; must
 *     become the server's process itself and not its parent
 * @param environment added to its environment
 * @param data where its data directory really is, if not in its home; an existing directory
 */
public record Place(
    String ip, List<String> prefix, Map<String, String> environment, Optional<Path> data) {

  /** On the loopback address, as every other program here. */
  public static final Place LOOPBACK =
      new Place("127.0.0.1", List.of(), Map.of(), Optional.empty());

  /** Copies the collections. */
  public Place {
    prefix = List.copyOf(prefix);
    environment = Map.copyOf(environment);
  }

  /** The same, with data elsewhere. */
  public Place withData(Path directory) {
    return new Place(ip, prefix, environment, Optional.of(directory));
  }

  /** The same, with another environment. */
  public Place withEnvironment(Map<String, String> other) {
    return new Place(ip, prefix, other, data);
  }
}
