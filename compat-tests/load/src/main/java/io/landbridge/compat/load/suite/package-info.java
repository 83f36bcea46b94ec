/**
 * All benchmarks one after the other, each in a process of its own, and the report of what they
 * measured.
 *
 * @see io.landbridge.compat.load.suite.SuiteCommand
 */
@NullMarked
package io.landbridge.compat.load.suite;

import org.jspecify.annotations.NullMarked;
