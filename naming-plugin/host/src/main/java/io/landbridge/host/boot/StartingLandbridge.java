package io.landbridge.host.boot;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import io.landbridge.plugin.Landbridge;
import io.landbridge.service.Administration;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.ApplicationStatus;
import io.landbridge.service.InstanceStatus;
import io.landbridge.service.Status;
import io.landbridge.view.DerivedView;
import io.landbridge.view.EmptyView;
import java.util.List;
import java.util.Optional;

/** The plugin while the server itself still starts: adds nothing and knows nothing. */
final class StartingLandbridge implements Landbridge, Administration {

  private final DerivedView view = new EmptyView();
  private final Status status;

  StartingLandbridge(String pluginVersion, String server) {
    status =
        new Status(
            Status.State.STARTING,
            "the server is starting",
            pluginVersion,
            server,
            "",
            false,
            false,
            Optional.empty(),
            List.of(),
            0);
  }

  @Override
  public DerivedView view() {
    return view;
  }

  @Override
  public Administration administration() {
    return this;
  }

  @Override
  public void close() {}

  @Override
  public Status status() {
    return status;
  }

  @Override
  public List<ApplicationStatus> applications(Optional<NamespaceId> namespace)
      throws AdministrationException {
    throw starting();
  }

  @Override
  public ApplicationStatus application(ApplicationKey application) throws AdministrationException {
    throw starting();
  }

  @Override
  public List<InstanceStatus> instances(ApplicationKey application) throws AdministrationException {
    throw starting();
  }

  @Override
  public ApplicationStatus switchTranslation(
      ApplicationKey application, boolean enabled, boolean force) throws AdministrationException {
    throw starting();
  }

  private static AdministrationException starting() {
    return new AdministrationException(
        AdministrationException.Kind.UNAVAILABLE,
        "the server is starting; try again in a few seconds");
  }
}
