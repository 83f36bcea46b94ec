/**
 * Writes what application-level consumers read from the configuration centre, and takes it back.
 */
@NullMarked
package io.landbridge.publish;

import org.jspecify.annotations.NullMarked;
