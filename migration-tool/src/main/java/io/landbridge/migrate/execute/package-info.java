/** Runs operations and collects what became of them. */
@NullMarked
package io.landbridge.migrate.execute;

import org.jspecify.annotations.NullMarked;
