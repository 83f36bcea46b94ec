/** Reads the legacy cluster and proposes what is registered in it to the catalog. */
@NullMarked
package io.landbridge.bridge.imports;

import org.jspecify.annotations.NullMarked;
