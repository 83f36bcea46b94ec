/**
 * Works at random on both sides of a bridge, with a model of what has to show where, and takes down
 * whatever shows and cannot be explained.
 */
@NullMarked
package io.landbridge.compat.churn;

import org.jspecify.annotations.NullMarked;
