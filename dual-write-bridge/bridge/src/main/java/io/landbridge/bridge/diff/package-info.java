/** In what two clusters differ, by content: digests and typed differences. */
@NullMarked
package io.landbridge.bridge.diff;

import org.jspecify.annotations.NullMarked;
