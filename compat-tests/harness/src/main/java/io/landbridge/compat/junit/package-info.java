/** What JUnit tests are given by the harness. */
@NullMarked
package io.landbridge.compat.junit;

import org.jspecify.annotations.NullMarked;
