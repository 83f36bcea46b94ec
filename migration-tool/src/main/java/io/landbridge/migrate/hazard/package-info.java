/** Pure: what a migration could stumble over, from what is registered. */
@NullMarked
package io.landbridge.migrate.hazard;

import org.jspecify.annotations.NullMarked;
