package io.landbridge.publish;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Mappings: who is put in is there, who is taken out is not, and nobody else is touched. */
public final class MappingFuzz implements FuzzTarget {

  private static final String OURS = "shop-cart";

  @Override
  public void run(byte[] input) {
    String content = new String(input, StandardCharsets.UTF_8);
    String with = MappingContent.with(Optional.of(content), OURS);
    Holds.that(MappingContent.contains(with, OURS), "who was put in is there");
    Holds.equal(MappingContent.with(Optional.of(with), OURS), with);
    String without = MappingContent.without(with, OURS).orElse("");
    Holds.that(!MappingContent.contains(without, OURS), "who was taken out is not there");
    for (String each : content.split(",", -1)) {
      String name = each.strip();
      Holds.that(
          name.isEmpty() || name.equals(OURS) || MappingContent.contains(without, name),
          "others stay");
    }
  }
}
