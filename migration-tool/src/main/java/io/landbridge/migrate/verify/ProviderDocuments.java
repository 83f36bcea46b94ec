package io.landbridge.migrate.verify;

import io.landbridge.migrate.verify.ApplicationLevel.DocumentAnswer;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.registry.RegistryException;

/** Where metadata documents are known that providers keep themselves. */
@FunctionalInterface
public interface ProviderDocuments {

  /**
   * Looks for one.
   *
   * @param claimed the instance as it registered itself
   */
  DocumentAnswer document(ApplicationInstance claimed) throws RegistryException;
}
