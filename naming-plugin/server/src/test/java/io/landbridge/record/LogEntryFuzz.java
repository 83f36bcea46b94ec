package io.landbridge.record;

import io.landbridge.command.Command;
import io.landbridge.command.Result;
import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import io.landbridge.raft.BackupEntries;
import io.landbridge.state.MemoryState;

/**
 * Entries of the log, signed and not, results and parts of backups. An input is the payload, so
 * that it does not fail at the checksum; it is read as it is as well.
 */
public final class LogEntryFuzz implements FuzzTarget {

  private static final EntryKey KEY = EntryKey.of("identity", "secret");

  private final CommandDecoder decoder = new CommandDecoder();

  @Override
  public void run(byte[] input) throws Exception {
    byte[] framed = Frame.wrap(Frame.FORMAT, input);
    command(framed);
    command(input);
    signed(Frame.wrap((byte) 2, input));
    try {
      Result result = ResultCodec.decode(framed);
      Holds.equal(ResultCodec.decode(ResultCodec.encode(result)), result);
    } catch (UnreadableRecordException e) {
      // Refused.
    }
    try {
      BackupEntries.decode(framed);
    } catch (IllegalArgumentException e) {
      // Refused.
    }
  }

  /** What has no valid signature is taken apart, and no further. */
  private static void signed(byte[] entry) throws UnreadableRecordException {
    SignedEntry signed;
    try {
      signed = SignedEntry.read(entry).orElseThrow();
    } catch (UnreadableRecordException e) {
      return;
    }
    Holds.that(!signed.isSignedWith(KEY, 1), "a signature was guessed");
    byte[] again = SignedEntry.sign(KEY, 1, signed.signer(), signed.inner());
    SignedEntry read = SignedEntry.read(again).orElseThrow();
    Holds.equal(read.signer(), signed.signer());
    Holds.that(read.isSignedWith(KEY, 1), "what was signed is not");
  }

  private void command(byte[] entry) throws UnreadableRecordException {
    Command command;
    try {
      command = decoder.decode(entry);
    } catch (UnreadableRecordException e) {
      return;
    }
    Holds.equal(CommandCodec.decode(CommandCodec.encode(command)), command);
    new MemoryState().apply(command);
  }
}
