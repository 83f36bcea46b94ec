/** A headless browser for tests. */
@NullMarked
package io.landbridge.compat.browser;

import org.jspecify.annotations.NullMarked;
