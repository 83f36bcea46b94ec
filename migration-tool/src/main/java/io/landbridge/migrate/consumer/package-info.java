/** Who uses what, asked of every member and put together. */
@NullMarked
package io.landbridge.migrate.consumer;

import org.jspecify.annotations.NullMarked;
