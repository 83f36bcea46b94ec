/** Whether both models offer the same addresses: reading the second one, and the comparison. */
@NullMarked
package io.landbridge.migrate.verify;

import org.jspecify.annotations.NullMarked;
