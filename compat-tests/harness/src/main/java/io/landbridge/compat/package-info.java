/** What the end-to-end tests have in common: which versions there are, and which were exercised. */
@NullMarked
package io.landbridge.compat;

import org.jspecify.annotations.NullMarked;
