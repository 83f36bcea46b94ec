package io.landbridge.migrate.doctor;

import io.landbridge.registry.RegistryException;
import java.util.Optional;

/** Reads who changes the cluster. */
@FunctionalInterface
public interface RunProbe {

  /** The lock of the cluster; empty when nobody ever took it. */
  Optional<RunNote> run() throws RegistryException;
}
