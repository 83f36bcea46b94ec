/**
 * The plugin's ports on server classes that are the same on the 2.x and the 3.x line. Nothing here
 * may be loaded before the symbol check has passed.
 */
@NullMarked
package io.landbridge.host.nacos;

import org.jspecify.annotations.NullMarked;
