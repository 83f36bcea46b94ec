/** The verbs of the bridge. */
@NullMarked
package io.landbridge.migrate.cli.bridge;

import org.jspecify.annotations.NullMarked;
