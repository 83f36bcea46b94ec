/** Finds out what is wrong with the plugin in a cluster, and what to do about it. */
@NullMarked
package io.landbridge.migrate.doctor;

import org.jspecify.annotations.NullMarked;
