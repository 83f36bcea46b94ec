package wrong.io.landbridge.migrate.wave;

import io.landbridge.migrate.journal.JournalHeader;

/** A step that knows where it is written down. */
public record RecordedStep(JournalHeader journal) {}
