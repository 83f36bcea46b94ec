/**
 * What Dubbo stores in Nacos, and the pure translation between its two models.
 *
 * <p>Functions of their arguments only: no IO, no clock, no randomness.
 */
@NullMarked
package io.landbridge.dubbo;

import org.jspecify.annotations.NullMarked;
