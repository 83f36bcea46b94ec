package io.landbridge.legacy;

import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import java.util.Objects;

/**
 * An instance that a client has registered in this cluster, and this member answers for.
 *
 * @param registered as the server shows it, with what operators have edited
 * @param beats whether its client sends beats; otherwise it lives as long as its connection, or, if
 *     it is persistent, for ever
 */
public record LocalInstance(ImportedInstance registered, boolean beats) {

  /** Checks that no part is missing. */
  public LocalInstance {
    Objects.requireNonNull(registered, "registered");
  }

  ServiceKey service() {
    return registered.key().service();
  }

  /** Whether it is known to live, by what was heard of it in this cluster alone. */
  boolean lives() {
    return !beats || registered.healthy();
  }
}
