/**
 * The landbridge command: {@code Main} joins the verbs, one class each. Verbs of a plan, of the
 * bridge and of a server's files are in packages below, as are the options that verbs share.
 */
@NullMarked
package io.landbridge.migrate.cli;

import org.jspecify.annotations.NullMarked;
