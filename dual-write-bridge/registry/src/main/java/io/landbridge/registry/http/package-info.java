/** Bounded HTTP to one cluster: time limits, size limits, failover and login. */
@NullMarked
package io.landbridge.registry.http;

import org.jspecify.annotations.NullMarked;
