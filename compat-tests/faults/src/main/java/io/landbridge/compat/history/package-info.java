/**
 * What was done to an ensemble and what it showed, and the verdict on it. Pure: no server, no
 * clock, no thread; times are given.
 */
@NullMarked
package io.landbridge.compat.history;

import org.jspecify.annotations.NullMarked;
