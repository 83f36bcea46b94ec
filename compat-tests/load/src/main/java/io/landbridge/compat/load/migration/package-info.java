/**
 * A generated fleet with real Dubbo programs among it, taken through a whole migration by the
 * command, and a comparison of how two of them ended.
 */
@NullMarked
package io.landbridge.compat.load.migration;

import org.jspecify.annotations.NullMarked;
