package io.landbridge.raft;

import io.landbridge.command.Command;
import io.landbridge.command.Command.RequireSignatures;
import io.landbridge.command.SignatureRequirement;
import io.landbridge.record.CommandDecoder;
import io.landbridge.record.EntryKey;
import io.landbridge.record.SignedEntry;
import io.landbridge.record.UnreadableRecordException;
import io.landbridge.state.SignatureView;
import io.landbridge.state.SignerWindow;
import java.util.Optional;

/**
 * Whether an entry of the log is signed as the catalog requires.
 *
 * <p>What becomes of an entry depends on the entry and the catalog alone. What this member has in
 * its settings decides one thing: whether it can tell at all. If it cannot, it stops. So members
 * never come to different results.
 */
final class SignatureCheck {

  private static final Refused NOT_NOW =
      new Refused("it is signed, and entries need not be signed now");

  private final EntryKeys keys;

  /**
   * Creates the check.
   *
   * @param keys what this member has
   */
  SignatureCheck(EntryKeys keys) {
    this.keys = keys;
  }

  /** What becomes of an entry. */
  sealed interface Verdict {}

  /**
   * It is carried out.
   *
   * @param command what it says
   * @param signer what its signer has signed so far, this entry included; empty when it need not be
   *     signed
   */
  record Accepted(Command command, Optional<SignerWindow> signer) implements Verdict {}

  /**
   * It counts, and changes nothing.
   *
   * @param why for the proposer and the log
   */
  record Refused(String why) implements Verdict {}

  /**
   * Looks at an entry.
   *
   * @param view the catalog before it
   * @param entry any bytes
   * @param decoder of the calling thread
   * @throws UnreadableRecordException if it is damaged, or the entry in a valid signature is newer
   * @throws MissingKeyException if this member lacks the key to tell
   */
  Verdict check(SignatureView view, byte[] entry, CommandDecoder decoder)
      throws UnreadableRecordException, MissingKeyException {
    Optional<SignatureRequirement> required = view.signatures();
    if (required.isPresent()) {
      return check(view, required.get(), entry, decoder);
    }
    Optional<SignedEntry> signed = SignedEntry.read(entry);
    return signed.isPresent()
        ? first(signed.get(), decoder)
        : new Accepted(decoder.decode(entry), Optional.empty());
  }

  /** Of the signed entries, the one that first requires signatures is the only one that counts. */
  private Verdict first(SignedEntry signed, CommandDecoder decoder) throws MissingKeyException {
    RequireSignatures require;
    try {
      if (!(decoder.decodeSigned(signed.inner()) instanceof RequireSignatures found)
          || !found.requirement().key().equals(signed.key())) {
        return NOT_NOW;
      }
      require = found;
    } catch (UnreadableRecordException e) {
      return NOT_NOW;
    }
    Optional<EntryKey> key = keys.find(signed.key());
    if (key.isEmpty()) {
      throw missing(signed.key(), true);
    }
    return signed.isSignedWith(key.get(), 0)
        ? new Accepted(require, Optional.empty())
        : new Refused("its signature is wrong");
  }

  private Verdict check(
      SignatureView view, SignatureRequirement required, byte[] entry, CommandDecoder decoder)
      throws UnreadableRecordException, MissingKeyException {
    Optional<SignedEntry> found = signed(entry);
    if (found.isEmpty() || !found.get().key().equals(required.key())) {
      return new Refused("it must be signed with key %s".formatted(required.key()));
    }
    SignedEntry signed = found.get();
    Optional<EntryKey> key = keys.find(required.key());
    if (key.isEmpty()) {
      throw missing(required.key(), false);
    }
    if (!signed.isSignedWith(key.get(), required.nonce())) {
      return new Refused("its signature is wrong, or of an earlier requirement");
    }
    SignedEntry.Signer by = signed.signer();
    Optional<SignerWindow> before = view.signer(by.member());
    Optional<SignerWindow> after =
        before.isPresent()
            ? before.get().with(by.start(), by.number())
            : Optional.of(SignerWindow.first(by.member(), by.start(), by.number()));
    if (after.isEmpty()) {
      return new Refused(
          "it is in the log already, or older than what %s has signed since"
              .formatted(by.member()));
    }
    Command command = decoder.decodeSigned(signed.inner());
    if (command instanceof RequireSignatures next
        && keys.find(next.requirement().key()).isEmpty()) {
      throw missing(next.requirement().key(), false);
    }
    return new Accepted(command, after);
  }

  /** A damaged entry is no signed one: nobody has to look at what nobody has signed. */
  private static Optional<SignedEntry> signed(byte[] entry) {
    try {
      return SignedEntry.read(entry);
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }

  /**
   * The command of an entry behind one at which this member has stopped, if it is signed as was
   * required there. An agreement to skip that entry is the same whenever it is repeated, so whether
   * this entry was in the log before does not matter.
   */
  Optional<Command> behindStop(SignatureView view, byte[] entry, CommandDecoder decoder) {
    Optional<SignatureRequirement> required = view.signatures();
    try {
      if (required.isEmpty()) {
        return Optional.of(decoder.decode(entry));
      }
      Optional<SignedEntry> signed = SignedEntry.read(entry);
      Optional<EntryKey> key = keys.find(required.get().key());
      return signed.isPresent()
              && key.isPresent()
              && signed.get().isSignedWith(key.get(), required.get().nonce())
          ? Optional.of(decoder.decodeSigned(signed.get().inner()))
          : Optional.empty();
    } catch (UnreadableRecordException e) {
      // One more of them; it counts when this member gets there.
      return Optional.empty();
    }
  }

  /**
   * Whether this member can go on with a catalog that came as a snapshot.
   *
   * @throws MissingKeyException if entries must be signed with a key it does not have
   */
  void requireKey(SignatureView view) throws MissingKeyException {
    Optional<SignatureRequirement> required = view.signatures();
    if (required.isPresent() && keys.find(required.get().key()).isEmpty()) {
      throw missing(required.get().key(), false);
    }
  }

  private MissingKeyException missing(String id, boolean first) {
    return new MissingKeyException(
        "entries are signed with key %s, and %s: set nacos.core.auth.server.identity.key and"
                .formatted(
                    id,
                    keys.present()
                        .map(own -> "this member has key " + own.id())
                        .orElse("this member has no server identity"))
            + " nacos.core.auth.server.identity.value as on the other members, and restart",
        first);
  }
}
