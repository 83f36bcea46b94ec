package io.landbridge.service.unavailable;

import io.landbridge.service.AdministrationException;
import io.landbridge.service.BridgeAdministration;
import io.landbridge.service.answer.BridgeDifference;
import io.landbridge.service.answer.BridgeStatus;
import io.landbridge.service.answer.Page;
import io.landbridge.service.answer.PageRequest;

/** The bridge of a member whose plugin does not run. */
public final class UnavailableBridge implements BridgeAdministration {

  @Override
  public BridgeStatus status() throws AdministrationException {
    throw unavailable();
  }

  @Override
  public BridgeStatus change(Wanted wanted) throws AdministrationException {
    throw unavailable();
  }

  @Override
  public Page<BridgeDifference> differences(PageRequest page) throws AdministrationException {
    throw unavailable();
  }

  private static AdministrationException unavailable() {
    return new AdministrationException(
        AdministrationException.Kind.UNAVAILABLE, "the plugin is not running on this member");
  }
}
