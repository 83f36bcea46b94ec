/**
 * What Dubbo stores in Nacos, and the pure translation between its two models.
 *
 * <p>{@code InterfaceFold} turns interface-level registrations into application instances, {@code
 * ApplicationFold} reads those at application level, and {@code InterfaceUnfold} goes the other
 * way.
 *
 * <p>Functions of their arguments only: no IO, no clock, no randomness.
 */
@NullMarked
package io.landbridge.dubbo;

import org.jspecify.annotations.NullMarked;
