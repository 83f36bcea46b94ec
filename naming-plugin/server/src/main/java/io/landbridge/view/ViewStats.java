package io.landbridge.view;

/**
 * What the view of this member holds and has done.
 *
 * @param shownApplications applications that are switched on and have a published document
 * @param keptAnswers services whose answers are kept ready
 * @param keptBytes about how much heap these take
 * @param computedAnswers answers read from the catalog since the start
 * @param pushes pushes asked for since the start
 * @param heldApplications applications that are shown with instances that were lost
 * @param heldInstances these instances
 * @param lossesFollowed lost instances that were not kept, since the start, because too many were
 * @param earlierInstances instances that are remembered as they were before their document changed
 * @param obstructedServices services of applications in which nothing was shown to who asked last,
 *     because foreign instances are in them
 */
public record ViewStats(
    int shownApplications,
    long keptAnswers,
    long keptBytes,
    long computedAnswers,
    long pushes,
    int heldApplications,
    int heldInstances,
    long lossesFollowed,
    int earlierInstances,
    int obstructedServices) {}
