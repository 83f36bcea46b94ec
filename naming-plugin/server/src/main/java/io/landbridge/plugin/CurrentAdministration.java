package io.landbridge.plugin;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import io.landbridge.service.Administration;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.ApplicationStatus;
import io.landbridge.service.InstanceStatus;
import io.landbridge.service.Status;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Asks whichever administration is in charge now. */
record CurrentAdministration(Supplier<Administration> current) implements Administration {

  @Override
  public Status status() {
    return current.get().status();
  }

  @Override
  public List<ApplicationStatus> applications(Optional<NamespaceId> namespace)
      throws AdministrationException {
    return current.get().applications(namespace);
  }

  @Override
  public ApplicationStatus application(ApplicationKey application) throws AdministrationException {
    return current.get().application(application);
  }

  @Override
  public List<InstanceStatus> instances(ApplicationKey application) throws AdministrationException {
    return current.get().instances(application);
  }

  @Override
  public ApplicationStatus switchTranslation(
      ApplicationKey application, boolean enabled, boolean force) throws AdministrationException {
    return current.get().switchTranslation(application, enabled, force);
  }
}
