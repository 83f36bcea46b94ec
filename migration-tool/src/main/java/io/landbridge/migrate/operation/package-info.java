/**
 * What changes a cluster: an {@code Operation} is a change to one application that can be undone.
 */
@NullMarked
package io.landbridge.migrate.operation;

import org.jspecify.annotations.NullMarked;
