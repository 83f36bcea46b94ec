package io.landbridge.port;

import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import java.util.Objects;

/**
 * An instance that a client has registered in this cluster, and this member answers for.
 *
 * @param registered as the server shows it, with what operators have edited
 * @param beats whether its client sends beats; otherwise it lives as long as its connection, or, if
 *     it is persistent, for ever
 * @param lastBeat when its client was last heard of here, with a beat or when it registered,
 *     milliseconds since 1970; means nothing unless it beats
 */
public record LocalInstance(ImportedInstance registered, boolean beats, long lastBeat) {

  /** Checks that no part is missing. */
  public LocalInstance {
    Objects.requireNonNull(registered, "registered");
  }

  /** The service it is registered in. */
  public ServiceKey service() {
    return registered.key().service();
  }

  /** Whether it is known to live, by what was heard of it in this cluster alone. */
  public boolean lives() {
    return !beats || registered.healthy();
  }
}
