package io.landbridge.view;

/**
 * What the view of this member holds and has done.
 *
 * @param shownApplications applications that are switched on and have a published document
 * @param keptAnswers services whose answers are kept ready
 * @param keptBytes about how much heap these take
 * @param computedAnswers answers read from the catalog since the start
 * @param pushes pushes asked for since the start
 */
public record ViewStats(
    int shownApplications, long keptAnswers, long keptBytes, long computedAnswers, long pushes) {}
