package io.landbridge.migrate.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.migrate.journal.JournalEntry.Action;
import io.landbridge.migrate.journal.JournalEntry.Event;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was written is read again, wherever the writing ended. */
class JournalFileTest {

  private static final JournalHeader HEADER =
      new JournalHeader(JournalHeader.KIND, JournalHeader.FORMAT, "id", "plan", "now", "test");

  @TempDir Path directory;

  private JournalFile open(Path file) throws Exception {
    return JournalFile.open(file, HEADER, () -> "2026-11-22T00:00:00Z");
  }

  private static JournalEntry entry(String application) {
    return new JournalEntry(
        0, "", Event.INTENT, 1, Action.RULE, "public", application, "a\nb: ü", "", "");
  }

  @Test
  void cutOffAnywhereItGoesOnAfterTheLastWholeLine() throws Exception {
    Path file = directory.resolve("whole");
    try (JournalFile journal = open(file)) {
      journal.append(entry("one"));
      journal.append(entry("two"));
    }
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length <= whole.length; length++) {
      Path cut = Files.write(directory.resolve("cut"), Arrays.copyOf(whole, length));
      int before = JournalFile.entries(cut, "plan").size();
      try (JournalFile journal = open(cut)) {
        assertThat(journal.entries()).hasSize(before);
        journal.append(entry("three"));
      }
      List<JournalEntry> entries = JournalFile.entries(cut, "plan");
      assertThat(entries).as("cut at %d", length).hasSize(before + 1);
      assertThat(entries.get(before).application()).isEqualTo("three");
      assertThat(entries.get(before).seq()).isEqualTo(before + 1L);
      assertThat(entries.get(before).before()).isEqualTo("a\nb: ü");
    }
    assertThat(JournalFile.entries(file, "plan")).hasSize(2);
  }

  /** What was there before is put back as it was. */
  @Test
  void halfACharacterStaysHalfACharacter() throws Exception {
    Path file = directory.resolve("half");
    try (JournalFile journal = open(file)) {
      journal.append(entry("a\ud800b"));
    }
    assertThat(JournalFile.entries(file, "plan"))
        .extracting(JournalEntry::application)
        .containsExactly("a\ud800b");
  }

  @Test
  void oneProcessHasItAtATime() throws Exception {
    Path file = directory.resolve("busy");
    try (JournalFile journal = open(file)) {
      journal.append(entry("one"));
      assertThatThrownBy(() -> open(file)).isInstanceOf(JournalFile.BusyException.class);
    }
    open(file).close();
  }

  @Test
  void whatIsNoJournalIsRefusedAndStaysAsItIs() throws Exception {
    Path other = directory.resolve("other");
    try (JournalFile journal =
        JournalFile.open(
            other,
            new JournalHeader(JournalHeader.KIND, JournalHeader.FORMAT, "id", "else", "", ""),
            () -> "")) {
      journal.append(entry("one"));
    }
    refuses(other, "another plan");
    refuses(Files.writeString(directory.resolve("text"), "hello\n"), "line 1");
    refuses(Files.writeString(directory.resolve("short"), "hello"), "the first line is missing");
    refuses(
        Files.writeString(
            directory.resolve("newer"),
            "{\"kind\":\"landbridge-journal\",\"format\":2,\"id\":\"\",\"plan\":\"plan\",\"createdAt\":\"\",\"createdBy\":\"\"}\n"),
        "format is 2");
    Path damaged = directory.resolve("damaged");
    try (JournalFile journal = open(damaged)) {
      journal.append(entry("one"));
      journal.append(entry("two"));
    }
    String text = Files.readString(damaged);
    refuses(Files.writeString(damaged, text.replace("\"seq\":1,", "\"seq\":7,")), "line 2");
    refuses(Files.writeString(damaged, text.replace("\"event\"", "\"evnt\"")), "line 2");
  }

  private void refuses(Path file, String why) throws Exception {
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(() -> open(file))
        .isInstanceOf(MalformedJournalException.class)
        .hasMessageContaining(why);
    assertThatThrownBy(() -> JournalFile.entries(file, "plan"))
        .isInstanceOf(MalformedJournalException.class)
        .hasMessageContaining(why);
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }
}
