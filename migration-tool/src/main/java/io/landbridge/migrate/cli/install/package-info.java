/** The verbs that change the files of a server on this machine. */
@NullMarked
package io.landbridge.migrate.cli.install;

import org.jspecify.annotations.NullMarked;
