package io.landbridge.service;

import io.landbridge.model.BridgePhase;
import io.landbridge.service.answer.BridgeDifference;
import io.landbridge.service.answer.BridgeStatus;
import io.landbridge.service.answer.Page;
import io.landbridge.service.answer.PageRequest;
import java.util.List;
import java.util.Optional;

/** What an operator can ask of the bridge to a legacy cluster. Safe for use from any thread. */
public interface BridgeAdministration {

  /** How the bridge stands, as this member knows it. */
  BridgeStatus status() throws AdministrationException;

  /**
   * Changes what is wanted of the bridge; what is not named stays as it is. Returns once that is
   * committed, not once its effects are visible.
   *
   * @throws AdministrationException of kind {@code CONFLICT} when that step cannot be made from
   *     where the bridge is, {@code BAD_REQUEST} when a server is none, {@code UNAVAILABLE} when
   *     the group does not answer
   */
  BridgeStatus change(Wanted wanted) throws AdministrationException;

  /**
   * What is not the same in both clusters, as the member that imports has seen it last.
   *
   * @param page which part
   * @throws AdministrationException of kind {@code CONFLICT} when another member imports
   */
  Page<BridgeDifference> differences(PageRequest page) throws AdministrationException;

  /**
   * What an operator wants.
   *
   * @param phase where to go
   * @param paused whether to stand still
   * @param servers the servers of the legacy cluster
   * @param username who logs in there; the empty text for nobody
   */
  record Wanted(
      Optional<BridgePhase> phase,
      Optional<Boolean> paused,
      Optional<List<String>> servers,
      Optional<String> username) {}
}
