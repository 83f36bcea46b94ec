/**
 * What the steps of a wave decide: who is held, who is told to move and by what threshold, what is
 * left out, and why a run stops.
 */
@NullMarked
package io.landbridge.migrate.step;

import org.jspecify.annotations.NullMarked;
