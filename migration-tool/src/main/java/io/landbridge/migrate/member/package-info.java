/** Asks every member of a cluster, also those an operator did not name. */
@NullMarked
package io.landbridge.migrate.member;

import org.jspecify.annotations.NullMarked;
