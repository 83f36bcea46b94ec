package io.landbridge.migrate.journal;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import java.io.ByteArrayOutputStream;

/** Journals: what is read is written and read again. */
public final class JournalFuzz implements FuzzTarget {

  @Override
  public void run(byte[] input) throws MalformedJournalException {
    JournalText journal;
    try {
      journal = JournalText.read(input);
    } catch (MalformedJournalException e) {
      Holds.that(String.valueOf(e.getMessage()).length() < 2_000, "the message is short");
      return;
    }
    Holds.that(journal.bytes() <= input.length, "no more is whole than there is");
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    again.writeBytes(JournalText.line(journal.header()));
    journal.entries().forEach(each -> again.writeBytes(JournalText.line(each)));
    Holds.equal(JournalText.read(again.toByteArray()).entries(), journal.entries());
  }
}
