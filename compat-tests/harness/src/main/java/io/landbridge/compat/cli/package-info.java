/** The landbridge command, run the way an operator runs it. */
@NullMarked
package io.landbridge.compat.cli;

import org.jspecify.annotations.NullMarked;
