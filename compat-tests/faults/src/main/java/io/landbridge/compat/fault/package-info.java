/**
 * Hurts a real ensemble while clients work with it, and judges what is left.
 *
 * <p>What needs root says so through a {@code whyNotHere}: such faults are skipped elsewhere.
 */
@NullMarked
package io.landbridge.compat.fault;

import org.jspecify.annotations.NullMarked;
