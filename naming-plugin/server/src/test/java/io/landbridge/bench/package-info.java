/**
 * Measures what the plugin costs at a size, in one process and without a server. Started by {@code
 * compat-tests/bench}.
 */
@NullMarked
package io.landbridge.bench;

import org.jspecify.annotations.NullMarked;
