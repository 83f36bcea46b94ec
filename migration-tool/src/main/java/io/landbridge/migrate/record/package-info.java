/** Runs of verify as they are kept: their content, and the directory they are in. */
@NullMarked
package io.landbridge.migrate.record;

import org.jspecify.annotations.NullMarked;
