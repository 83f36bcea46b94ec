package io.landbridge.migrate.lock;

import io.landbridge.registry.RegistryException;
import java.util.Optional;

/** What the command keeps in the cluster itself, for whoever runs it next, from wherever. */
public interface Notes {

  /** Reads a note as the cluster's database has it; empty when there is none. */
  Optional<String> read(String id) throws RegistryException;

  /**
   * Writes a note if it still is what it was.
   *
   * @param expected what it must be now; empty when there must be none
   * @return false when it was something else
   */
  boolean replace(String id, Optional<String> expected, String content) throws RegistryException;
}
