/**
 * A client of Nacos 2.x and 3.x that knows nothing but the wire: cheap enough for thousands of them
 * in one process, and as well behaved as the official one where a server can tell the difference.
 *
 * <p>Everything that waits is a future, and every future ends in bounded time.
 */
@NullMarked
package io.landbridge.compat.load.wire;

import org.jspecify.annotations.NullMarked;
