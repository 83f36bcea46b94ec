/** What a command talks to and how it ends: streams, errors, exit codes, help. */
@NullMarked
package io.landbridge.migrate.cli.terminal;

import org.jspecify.annotations.NullMarked;
