/**
 * The registrations, subscribers and clients of the server, and who is responsible for them.
 *
 * <p>{@code ServerRegistry} gives the registrations to the observer, {@code ClientInstances} gives
 * them to the exports of the bridge.
 */
@NullMarked
package io.landbridge.host.registry;

import org.jspecify.annotations.NullMarked;
