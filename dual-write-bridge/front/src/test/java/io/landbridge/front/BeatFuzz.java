package io.landbridge.front;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Beats in their long form; metadata that is read is written and read again. */
public final class BeatFuzz implements FuzzTarget {

  @Override
  public void run(byte[] input) throws Exception {
    Map<String, String> metadata;
    try {
      Beat beat = Beat.parse(new String(input, StandardCharsets.UTF_8));
      Holds.that(!beat.ip().isEmpty(), "a beat has an address");
      metadata = beat.metadata();
    } catch (RefusedException e) {
      return;
    }
    String written =
        new String(new JsonBytes(64).strings(metadata).toBytes(), StandardCharsets.UTF_8);
    Map<String, String> again = new JsonReader(written).map();
    // What is no character comes out as a question mark, as in every text that is sent as UTF-8.
    if (StandardCharsets.UTF_8.newEncoder().canEncode(metadata.toString())) {
      Holds.equal(again, metadata);
    }
  }
}
