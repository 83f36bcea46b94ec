/** Answers requests of operators where the plugin does not run: by saying why. */
@NullMarked
package io.landbridge.service.unavailable;

import org.jspecify.annotations.NullMarked;
