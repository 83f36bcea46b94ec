/**
 * Real Nacos servers as processes: start, wait until ready, stop, kill, pause, restart, look
 * inside.
 *
 * <p>Every wait is bounded. Every process ends with the JVM that started it, however that ends,
 * unless it was started detached, and then it is recorded.
 */
@NullMarked
package io.landbridge.compat.cluster;

import org.jspecify.annotations.NullMarked;
