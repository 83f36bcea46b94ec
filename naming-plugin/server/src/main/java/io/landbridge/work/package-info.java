/** Work that is asked for more often than it needs to be done. Knows nothing of Landbridge. */
@NullMarked
package io.landbridge.work;

import org.jspecify.annotations.NullMarked;
