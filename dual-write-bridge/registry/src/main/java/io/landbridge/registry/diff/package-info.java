/** In what two clusters differ, by content: digests and typed differences. */
@NullMarked
package io.landbridge.registry.diff;

import org.jspecify.annotations.NullMarked;
