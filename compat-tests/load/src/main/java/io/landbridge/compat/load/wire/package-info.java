/**
 * Clients of Nacos that know nothing but the wire. That of 2.x and 3.x, over gRPC, is cheap enough
 * for thousands of them in one process, and as well behaved as the official one where a server can
 * tell the difference; everything that waits is a future, and every future ends in bounded time.
 * That of 1.x, over HTTP and UDP, is for a few.
 */
@NullMarked
package io.landbridge.compat.load.wire;

import org.jspecify.annotations.NullMarked;
