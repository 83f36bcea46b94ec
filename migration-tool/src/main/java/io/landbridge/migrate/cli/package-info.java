/** The landbridge command: one class per verb, its options, and how it ends. */
@NullMarked
package io.landbridge.migrate.cli;

import org.jspecify.annotations.NullMarked;
