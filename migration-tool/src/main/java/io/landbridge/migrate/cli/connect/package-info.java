/**
 * The cluster a command works on: its servers, what is registered in it, and what its plugin tells
 * and does.
 */
@NullMarked
package io.landbridge.migrate.cli.connect;

import org.jspecify.annotations.NullMarked;
