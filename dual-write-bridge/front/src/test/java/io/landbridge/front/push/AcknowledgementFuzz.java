package io.landbridge.front.push;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import java.util.OptionalLong;

/** What comes to the port that pushes are sent from. */
public final class AcknowledgementFuzz implements FuzzTarget {

  @Override
  public void run(byte[] input) {
    OptionalLong reference = Acknowledgement.reference(input, input.length);
    Holds.that(reference.isEmpty() || reference.getAsLong() >= 0, "a reference is a number");
  }
}
