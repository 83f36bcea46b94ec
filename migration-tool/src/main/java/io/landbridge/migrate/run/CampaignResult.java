package io.landbridge.migrate.run;

import io.landbridge.migrate.operation.Outcome;
import java.util.List;

/**
 * What a run did.
 *
 * @param applications one outcome per application
 * @param rules one per consumer that was told something
 * @param waves the waves that were done and well
 */
public record CampaignResult(List<Outcome> applications, List<Outcome> rules, List<Integer> waves) {

  /** Copies the lists. */
  public CampaignResult {
    applications = List.copyOf(applications);
    rules = List.copyOf(rules);
    waves = List.copyOf(waves);
  }
}
