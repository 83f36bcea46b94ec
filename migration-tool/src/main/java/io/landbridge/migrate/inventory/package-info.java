/** What is registered in a cluster, by application: reading it, and the immutable result. */
@NullMarked
package io.landbridge.migrate.inventory;

import org.jspecify.annotations.NullMarked;
