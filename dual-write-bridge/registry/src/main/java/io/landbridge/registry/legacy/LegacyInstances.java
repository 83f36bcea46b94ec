package io.landbridge.registry.legacy;

import java.util.List;

/**
 * What a service has, or one of its Nacos cluster labels.
 *
 * @param instances all of them, sorted
 * @param firstHand whether the member that receives the beats of the service said so, and not one
 *     that is told of changes by that one, some time later
 * @param readAt the clock of the server that answered, in milliseconds since 1970, exact to a
 *     second; 0 if it did not tell, or there are none
 */
public record LegacyInstances(List<LegacyInstance> instances, boolean firstHand, long readAt) {

  /** Nothing, by the word of who knows. */
  public static final LegacyInstances NONE = new LegacyInstances(List.of(), true, 0);

  /** Copies and sorts. */
  public LegacyInstances {
    instances = instances.stream().sorted().toList();
  }
}
