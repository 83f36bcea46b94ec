/** End-to-end tests, one class per scenario. */
@NullMarked
package io.landbridge.compat.scenarios;

import org.jspecify.annotations.NullMarked;
