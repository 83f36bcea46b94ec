/**
 * The plugin's entry in the list of plugins that Nacos has since 3.2.
 *
 * <p>Only that list loads these classes, with {@code ServiceLoader}: servers that have none never
 * read the file that names them, so their symbols are not among those that the plugin requires. An
 * error here must not reach the list, which the server fills while it starts.
 */
@NullMarked
package io.landbridge.pluginlist;

import org.jspecify.annotations.NullMarked;
