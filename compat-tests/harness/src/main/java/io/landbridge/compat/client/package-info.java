/**
 * Runs the real Dubbo providers and consumers of {@code compat-tests/programs} as processes, and
 * asks them what they see.
 */
@NullMarked
package io.landbridge.compat.client;

import org.jspecify.annotations.NullMarked;
