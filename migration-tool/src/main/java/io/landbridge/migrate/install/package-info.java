/**
 * Puts the plugin into the home of one Nacos server and takes it out again: what is checked before,
 * and which files change. Asks no server.
 */
@NullMarked
package io.landbridge.migrate.install;

import org.jspecify.annotations.NullMarked;
