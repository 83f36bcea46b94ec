/** The admin API of the plugin, defined once. */
@NullMarked
package io.landbridge.admin;

import org.jspecify.annotations.NullMarked;
