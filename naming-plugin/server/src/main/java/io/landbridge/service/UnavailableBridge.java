package io.landbridge.service;

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
