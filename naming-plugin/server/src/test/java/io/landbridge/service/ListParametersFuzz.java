package io.landbridge.service;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Where a list goes on, as whoever asks says it. */
public final class ListParametersFuzz implements FuzzTarget {

  private static final String LIST = "applications";
  private static final int PARTS = 2;

  @Override
  public void run(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    read(text);
    read(Cursor.of(LIST, text.split(",", PARTS)));
  }

  private static void read(String cursor) {
    List<String> parts;
    try {
      parts = Cursor.parts(cursor, LIST, PARTS);
    } catch (IllegalArgumentException e) {
      return;
    }
    Holds.equal(Cursor.parts(Cursor.of(LIST, parts.toArray(String[]::new)), LIST, PARTS), parts);
  }
}
