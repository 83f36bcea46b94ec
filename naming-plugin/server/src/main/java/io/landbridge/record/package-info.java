/**
 * The bytes of commands, results and stored values, format version {@value
 * io.landbridge.record.Frame#FORMAT}. Equal values give equal bytes.
 */
@NullMarked
package io.landbridge.record;

import org.jspecify.annotations.NullMarked;
