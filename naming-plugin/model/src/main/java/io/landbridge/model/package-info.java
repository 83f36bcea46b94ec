/**
 * Value types that every part of Landbridge uses: names, keys, instances, and which names a server
 * accepts ({@code NameRules}). Immutable; no IO, no clock, no library but the JDK.
 */
@NullMarked
package io.landbridge.model;

import org.jspecify.annotations.NullMarked;
