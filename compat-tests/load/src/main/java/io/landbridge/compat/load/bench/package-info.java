/**
 * The benchmarks of {@code compat-tests/bench}: real ensembles, driven by clients on the wire, and
 * looked into over HTTP alone.
 */
@NullMarked
package io.landbridge.compat.load.bench;

import org.jspecify.annotations.NullMarked;
