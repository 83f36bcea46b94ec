/** What can be done to a cluster, one class per operation, each with its reverse. */
@NullMarked
package io.landbridge.migrate.operation;

import org.jspecify.annotations.NullMarked;
