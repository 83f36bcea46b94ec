/** Hands requests on to the member that is responsible for an address, without holding a thread. */
@NullMarked
package io.landbridge.front.forward;

import org.jspecify.annotations.NullMarked;
