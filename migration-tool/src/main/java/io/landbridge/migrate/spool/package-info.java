/** Room for more registrations than fit into memory. */
@NullMarked
package io.landbridge.migrate.spool;

import org.jspecify.annotations.NullMarked;
