/**
 * Pure: from an inventory to a plan ({@code Planner}, {@code Waves}), a plan's hash, and what has
 * changed since.
 */
@NullMarked
package io.landbridge.migrate.plan;

import org.jspecify.annotations.NullMarked;
