/** The registrations, subscribers and clients of the server, and who is responsible for them. */
@NullMarked
package io.landbridge.host.registry;

import org.jspecify.annotations.NullMarked;
