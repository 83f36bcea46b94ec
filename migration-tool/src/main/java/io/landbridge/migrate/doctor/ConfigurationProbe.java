package io.landbridge.migrate.doctor;

import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import java.util.List;

/** Tries what migrating needs of the configuration centre, and leaves nothing there. */
@FunctionalInterface
public interface ConfigurationProbe {

  /** What is tried. */
  enum Use {
    /** What consumers read: mappings and metadata documents. */
    READ,
    /** The list of the MigrationRules. */
    LIST,
    /** A change of a note of this command, which a wrong expectation keeps from being made. */
    CHANGE
  }

  /**
   * What did not work.
   *
   * @param use what was tried
   * @param refused whether this user may not do it, rather than nobody can
   * @param why what was answered
   */
  record Failure(Use use, boolean refused, String why) {}

  /**
   * Tries all of it on one member.
   *
   * @return empty when all of it works
   * @throws RegistryException if it was interrupted
   */
  List<Failure> failures(ServerAddress member) throws RegistryException;
}
