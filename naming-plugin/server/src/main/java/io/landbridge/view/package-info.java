/** Derived instances, computed on demand from the catalog. */
@NullMarked
package io.landbridge.view;

import org.jspecify.annotations.NullMarked;
