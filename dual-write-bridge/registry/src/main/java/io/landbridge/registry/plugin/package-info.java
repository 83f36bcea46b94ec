/** The admin API of the Landbridge plugin inside a server, seen from outside. */
@NullMarked
package io.landbridge.registry.plugin;

import org.jspecify.annotations.NullMarked;
