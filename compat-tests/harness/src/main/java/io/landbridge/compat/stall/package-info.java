/**
 * Tells a server that was wrong from a machine that stood still. Servers of 1.x count seconds, also
 * those in which they, or their clients, did not get a processor; what they do about those is no
 * fault of what is tested.
 */
@NullMarked
package io.landbridge.compat.stall;

import org.jspecify.annotations.NullMarked;
