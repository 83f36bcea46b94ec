package io.landbridge.migrate.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a journal says.
 *
 * @param header its first line
 * @param entries the others, in order
 * @param bytes how long the part is that is whole; what follows was cut off while it was written
 */
public record JournalText(JournalHeader header, List<JournalEntry> entries, int bytes) {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          // Half a character in what was there before is put back as half a character.
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build();

  /** Copies the list. */
  public JournalText {
    entries = List.copyOf(entries);
  }

  static byte[] line(Object content) {
    try {
      return (JSON.writeValueAsString(content) + "\n").getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of values can always be written", e);
    }
  }

  /**
   * Reads a journal. A last line without its end was being written when the process was killed; it
   * is as if it had not been begun. Anything else that is not whole is damage.
   *
   * @throws MalformedJournalException if it is no journal this version can read, or damaged
   */
  public static JournalText read(byte[] content) throws MalformedJournalException {
    List<JournalEntry> entries = new ArrayList<>();
    JournalHeader header = null;
    int from = 0;
    for (int i = 0; i < content.length; i++) {
      if (content[i] != '\n') {
        continue;
      }
      byte[] line = Arrays.copyOfRange(content, from, i);
      if (header == null) {
        header = header(line);
      } else {
        JournalEntry entry = parse(line, JournalEntry.class, entries.size() + 2);
        if (entry.seq() != entries.size() + 1 || entry.event() == null) {
          throw new MalformedJournalException(
              "line %d is not number %d".formatted(entries.size() + 2, entries.size() + 1));
        }
        entries.add(entry);
      }
      from = i + 1;
    }
    if (header == null) {
      throw new MalformedJournalException("the first line is missing");
    }
    return new JournalText(header, entries, from);
  }

  private static JournalHeader header(byte[] line) throws MalformedJournalException {
    JournalHeader header = parse(line, JournalHeader.class, 1);
    if (!JournalHeader.KIND.equals(header.kind())) {
      throw new MalformedJournalException("the first line is not the header of a journal");
    }
    if (header.format() != JournalHeader.FORMAT) {
      throw new MalformedJournalException(
          "its format is %d, but this version reads format %d"
              .formatted(header.format(), JournalHeader.FORMAT));
    }
    return header;
  }

  private static <T> T parse(byte[] line, Class<T> type, int number)
      throws MalformedJournalException {
    try {
      T value = JSON.readValue(line, type);
      if (value == null) {
        throw new MalformedJournalException("line %d is empty".formatted(number));
      }
      return value;
    } catch (IOException e) {
      throw new MalformedJournalException("line %d cannot be read".formatted(number));
    }
  }
}
