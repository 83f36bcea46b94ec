/** Carries a plan out, wave by wave, and takes it back. */
@NullMarked
package io.landbridge.migrate.campaign;

import org.jspecify.annotations.NullMarked;
