/**
 * Follows the native registrations of this member's clients and proposes what changed.
 *
 * <p>{@code Observation} is the loop. {@code UnitReader} makes application instances of
 * registrations. A unit is a client, or the clients of one ip where the server knows no
 * connections.
 */
@NullMarked
package io.landbridge.observe;

import org.jspecify.annotations.NullMarked;
