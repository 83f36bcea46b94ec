package io.landbridge.migrate.plan;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import java.nio.charset.StandardCharsets;

/** Plans: what is read is written and read again, in both forms. */
public final class PlanFuzz implements FuzzTarget {

  private final PlanCodec codec = new PlanCodec();

  @Override
  public void run(byte[] input) throws MalformedPlanException {
    Plan plan;
    try {
      plan = codec.read(new String(input, StandardCharsets.UTF_8));
    } catch (MalformedPlanException e) {
      Holds.that(String.valueOf(e.getMessage()).length() < 2_000, "the message is short");
      return;
    }
    Holds.equal(codec.read(codec.toYaml(plan)), plan);
    Holds.equal(codec.read(codec.toJson(plan)), plan);
  }
}
