/** The catalog as readers see it, and the pure decision of what a command changes. */
@NullMarked
package io.landbridge.state;

import org.jspecify.annotations.NullMarked;
