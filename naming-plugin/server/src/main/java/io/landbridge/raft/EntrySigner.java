package io.landbridge.raft;

import io.landbridge.command.Command;
import io.landbridge.command.Command.RequireSignatures;
import io.landbridge.command.SignatureRequirement;
import io.landbridge.model.MemberId;
import io.landbridge.record.EntryKey;
import io.landbridge.record.SignedEntry;
import io.landbridge.record.SignedEntry.Signer;
import io.landbridge.state.SignatureView;
import io.landbridge.state.SignerWindow;
import java.util.Optional;

/**
 * Signs what this member proposes, as its own catalog says is required. Where the catalog of the
 * leader is ahead, the entry is refused and signed anew. Safe for use from any thread.
 */
public final class EntrySigner {

  private final MemberId self;
  private final EntryKeys keys;
  private final SignatureView view;
  private long start;
  private long number;

  /**
   * Creates the signer.
   *
   * @param self this member
   * @param epoch when this member was started, milliseconds since 1970
   * @param keys what this member has
   * @param view this member's catalog
   */
  public EntrySigner(MemberId self, long epoch, EntryKeys keys, SignatureView view) {
    this.self = self;
    this.start = epoch;
    this.keys = keys;
    this.view = view;
  }

  /** Signs nothing: for a log that never requires it. */
  static EntrySigner none() {
    SignatureView nothing =
        new SignatureView() {
          @Override
          public Optional<SignatureRequirement> signatures() {
            return Optional.empty();
          }

          @Override
          public Optional<SignerWindow> signer(MemberId member) {
            return Optional.empty();
          }
        };
    return new EntrySigner(new MemberId("nobody"), 0, EntryKeys.none(), nothing);
  }

  /**
   * The entry as it is to be proposed.
   *
   * @param command what the entry says
   * @param entry without a signature
   * @throws ProposalException if this member lacks the key
   */
  byte[] signed(Command command, byte[] entry) throws ProposalException {
    Optional<SignatureRequirement> required = view.signatures();
    if (required.isPresent()) {
      return SignedEntry.sign(key(required.get().key()), required.get().nonce(), next(), entry);
    } else if (command instanceof RequireSignatures first) {
      return SignedEntry.sign(key(first.requirement().key()), 0, next(), entry);
    }
    return entry;
  }

  private EntryKey key(String id) throws ProposalException {
    return keys.find(id)
        .orElseThrow(
            () ->
                new ProposalException(
                    ProposalException.Kind.REFUSED,
                    "this member does not have key %s, with which entries are signed"
                        .formatted(id)));
  }

  /** A clock that was set back must not make this start look older than the one before. */
  private synchronized Signer next() {
    Optional<SignerWindow> stored = view.signer(self);
    if (stored.isPresent() && stored.get().start() > start) {
      start = stored.get().start() + 1;
      number = 0;
    }
    number++;
    return new Signer(self, start, number);
  }
}
