/**
 * Carries steps out and takes them back: of a plan, wave by wave, with journal, lock, throttle,
 * pause and resume, or one after the other without a plan.
 */
@NullMarked
package io.landbridge.migrate.run;

import org.jspecify.annotations.NullMarked;
