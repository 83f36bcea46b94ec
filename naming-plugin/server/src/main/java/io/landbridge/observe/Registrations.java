package io.landbridge.observe;

import io.landbridge.dubbo.InterfaceRegistration;
import java.util.List;

/**
 * What a member knows of native registrations.
 *
 * @param responsible those of clients this member is responsible for: connected to it, or assigned
 *     to it by the server's own distribution
 * @param replicated those of clients another member is responsible for
 */
public record Registrations(
    List<InterfaceRegistration> responsible, List<InterfaceRegistration> replicated) {

  /** Copies the collections. */
  public Registrations {
    responsible = List.copyOf(responsible);
    replicated = List.copyOf(replicated);
  }
}
