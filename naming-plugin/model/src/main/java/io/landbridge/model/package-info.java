/**
 * Value types every part of Landbridge speaks in. Immutable; no IO, no clock, no library but the
 * JDK.
 */
@NullMarked
package io.landbridge.model;

import org.jspecify.annotations.NullMarked;
