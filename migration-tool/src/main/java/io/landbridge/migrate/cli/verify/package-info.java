/** How the verb {@code verify} compares a cluster, does so again and again, and records it. */
@NullMarked
package io.landbridge.migrate.cli.verify;

import org.jspecify.annotations.NullMarked;
