/** The board that status shows while it watches a cluster. */
@NullMarked
package io.landbridge.migrate.board;

import org.jspecify.annotations.NullMarked;
