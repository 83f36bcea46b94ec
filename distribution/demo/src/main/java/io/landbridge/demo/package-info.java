/** A provider and a consumer for the composition of the archive. */
@NullMarked
package io.landbridge.demo;

import org.jspecify.annotations.NullMarked;
