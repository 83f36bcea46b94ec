/** The guard of a run: a query of Prometheus that must be in bounds. */
@NullMarked
package io.landbridge.migrate.guard;

import org.jspecify.annotations.NullMarked;
