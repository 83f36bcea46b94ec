/**
 * Carries steps out and takes them back: of a plan, wave by wave, with journal, lock, throttle,
 * pause and resume, or one after the other without a plan.
 *
 * <p>{@code Campaign} applies a plan, {@code Withdrawal} takes it back, {@code Completion} ends it,
 * {@code UnplannedApply} works without one.
 */
@NullMarked
package io.landbridge.migrate.run;

import org.jspecify.annotations.NullMarked;
