package io.landbridge.service;

import io.landbridge.command.Command;
import io.landbridge.command.Command.EndSignatures;
import io.landbridge.command.Command.RequireSignatures;
import io.landbridge.command.Result;
import io.landbridge.command.SignatureRequirement;
import io.landbridge.membership.Group;
import io.landbridge.membership.KeyAgreement;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.service.AdministrationException.Kind;
import io.landbridge.service.answer.SignatureStatus;
import io.landbridge.state.SignatureView;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Has entries of the log signed, or not any more, and on the leader changes the key when all
 * members have another identity. Safe for use from any thread.
 */
public final class EntrySignatures {

  private static final long PROPOSAL_SECONDS = 12;

  private final Optional<String> own;
  private final Group group;
  private final ReplicatedLog log;
  private final SignatureView view;
  private final IdempotentProposals proposals;
  private final LongSupplier nonces;

  /**
   * Creates the control; it does nothing by itself.
   *
   * @param own the id of the key of this member's identity; empty when it has none
   * @param group the members, and what they told of their keys
   * @param log tells whether this member leads
   * @param view this member's catalog
   * @param catalog where it is proposed
   * @param nonces numbers that nobody can guess and that do not repeat
   */
  public EntrySignatures(
      Optional<String> own,
      Group group,
      ReplicatedLog log,
      SignatureView view,
      Catalog catalog,
      LongSupplier nonces) {
    this.own = own;
    this.group = group;
    this.log = log;
    this.view = view;
    this.proposals = new IdempotentProposals(catalog, PROPOSAL_SECONDS);
    this.nonces = nonces;
  }

  /** What is required, and what this member has. */
  SignatureStatus status() {
    return new SignatureStatus(
        view.signatures().map(SignatureRequirement::key).orElse(""), own.orElse(""));
  }

  /** See {@link Maintenance#requireSignatures}. */
  SignatureStatus require(boolean required, boolean dryRun) throws AdministrationException {
    Optional<SignatureRequirement> now = view.signatures();
    if (!required) {
      if (now.isPresent() && !dryRun) {
        propose(new EndSignatures(now.get().nonce()));
      }
      return new SignatureStatus("", own.orElse(""));
    }
    KeyAgreement agreement = KeyAgreement.of(group.view(), own);
    if (!agreement.isComplete()) {
      throw new AdministrationException(Kind.CONFLICT, String.join("; ", agreement.problems()));
    }
    String key = agreement.key().orElseThrow();
    if (!dryRun && now.filter(it -> it.key().equals(key)).isEmpty()) {
      propose(requirement(now, key));
    }
    return new SignatureStatus(key, key);
  }

  private RequireSignatures requirement(Optional<SignatureRequirement> now, String key) {
    long nonce = nonces.getAsLong();
    while (nonce == 0) {
      nonce = nonces.getAsLong();
    }
    return new RequireSignatures(
        now.map(SignatureRequirement::nonce).orElse(0L), new SignatureRequirement(key, nonce));
  }

  /**
   * On the leader, has entries signed with another key once every member has it: a rolling restart
   * with another identity leaves every member with both.
   *
   * @return the id of the new key; empty when nothing has to be changed, or can be yet
   * @throws AdministrationException of kind {@code UNAVAILABLE} when it is not known to be
   *     committed, {@code CONFLICT} when this changed meanwhile
   */
  public Optional<String> renew() throws AdministrationException {
    Optional<SignatureRequirement> now = view.signatures();
    if (now.isEmpty() || !log.isLeader() || own.filter(now.get().key()::equals).isPresent()) {
      return Optional.empty();
    }
    KeyAgreement agreement = KeyAgreement.of(group.view(), own);
    if (!agreement.isComplete()) {
      return Optional.empty();
    }
    propose(requirement(now, agreement.key().orElseThrow()));
    return agreement.key();
  }

  private void propose(Command command) throws AdministrationException {
    Result result = proposals.propose(command, "the change");
    if (result.outcome() != Result.Outcome.APPLIED) {
      throw new AdministrationException(Kind.CONFLICT, result.detail() + "; try again");
    }
  }
}
