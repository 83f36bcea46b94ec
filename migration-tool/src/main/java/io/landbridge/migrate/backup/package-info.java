/** Backups of the catalog as files. */
@NullMarked
package io.landbridge.migrate.backup;

import org.jspecify.annotations.NullMarked;
