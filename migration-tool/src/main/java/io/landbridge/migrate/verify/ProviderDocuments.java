package io.landbridge.migrate.verify;

import io.landbridge.migrate.verify.ApplicationLevel.DocumentAnswer;
import io.landbridge.registry.RegistryException;

/** Where metadata documents are known that providers keep themselves. */
@FunctionalInterface
public interface ProviderDocuments {

  /**
   * Looks for one.
   *
   * @param revision what the instance claims
   */
  DocumentAnswer document(String revision) throws RegistryException;
}
