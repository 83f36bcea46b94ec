/** Clients of the configuration center that wait for a change. */
@NullMarked
package io.landbridge.front.poll;

import org.jspecify.annotations.NullMarked;
