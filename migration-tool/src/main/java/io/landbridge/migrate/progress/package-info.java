/** How far a command is, for whoever shows it. */
@NullMarked
package io.landbridge.migrate.progress;

import org.jspecify.annotations.NullMarked;
