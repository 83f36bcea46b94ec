/**
 * The bridge to a legacy cluster: what is registered there is imported, what is registered here is
 * exported, under the terms the catalog has.
 */
@NullMarked
package io.landbridge.legacy;

import org.jspecify.annotations.NullMarked;
