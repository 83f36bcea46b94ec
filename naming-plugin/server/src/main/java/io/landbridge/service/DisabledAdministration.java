package io.landbridge.service;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import java.util.List;
import java.util.Optional;

/** Answers status, and refuses everything else with the reason the plugin is off. */
public final class DisabledAdministration implements Administration {

  private final Status status;

  /**
   * Makes the answer.
   *
   * @param pluginVersion version of the plugin
   * @param server line and version of the server
   * @param member address of this member
   * @param reason why the plugin is off and what to do
   */
  public DisabledAdministration(String pluginVersion, String server, String member, String reason) {
    status =
        new Status(
            Status.State.DISABLED,
            reason,
            pluginVersion,
            server,
            member,
            false,
            false,
            Optional.empty(),
            List.of(),
            0);
  }

  @Override
  public Status status() {
    return status;
  }

  @Override
  public List<ApplicationStatus> applications(Optional<NamespaceId> namespace)
      throws AdministrationException {
    throw disabled();
  }

  @Override
  public ApplicationStatus application(ApplicationKey application) throws AdministrationException {
    throw disabled();
  }

  @Override
  public List<InstanceStatus> instances(ApplicationKey application) throws AdministrationException {
    throw disabled();
  }

  @Override
  public ApplicationStatus switchTranslation(
      ApplicationKey application, boolean enabled, boolean force) throws AdministrationException {
    throw disabled();
  }

  private AdministrationException disabled() {
    return new AdministrationException(
        AdministrationException.Kind.UNAVAILABLE,
        "Landbridge is off on " + status.member() + ": " + status.reason());
  }
}
