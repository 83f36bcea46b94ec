package io.landbridge.dubbo.json;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import java.nio.charset.StandardCharsets;

/** The JSON in the metadata of application instances. */
public final class InstanceJsonFuzz implements FuzzTarget {

  private final InstanceJsonReader reader = new InstanceJsonReader();

  @Override
  public void run(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    // The one is read where the other is expected, too: both come from the same registration.
    Holds.that(
        reader.endpoints(text).isEmpty() || reader.parameters(text).isEmpty(),
        "no text is a list and an object");
  }
}
