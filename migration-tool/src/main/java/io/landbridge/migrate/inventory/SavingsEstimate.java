package io.landbridge.migrate.inventory;

/**
 * What a registry would be spared if all providers that can be translated registered their
 * application only.
 *
 * @param instancesBefore interface-level instances it holds
 * @param instancesAfter application instances that say the same
 * @param charsBefore characters of metadata of the former
 * @param charsAfter characters of metadata of the latter, and of their documents, which are kept
 *     once
 * @param pushesBefore changes that a client which subscribes to everything is told when every
 *     process restarts once
 * @param pushesAfter the same at application level
 */
public record SavingsEstimate(
    int instancesBefore,
    int instancesAfter,
    long charsBefore,
    long charsAfter,
    long pushesBefore,
    long pushesAfter) {

  /** How many changes of an instance a process makes that restarts: it goes and comes. */
  public static final int CHANGES = 2;
}
