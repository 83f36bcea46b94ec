/** What was intended and what became of it, on disk before and after it is done. */
@NullMarked
package io.landbridge.migrate.journal;

import org.jspecify.annotations.NullMarked;
