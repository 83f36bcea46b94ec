/**
 * What a server loads before anything is checked: classes for Java 8, which find out whether the
 * rest of the plugin can be loaded. Nothing here refers to another class of the plugin.
 */
@NullMarked
package io.landbridge.entry;

import org.jspecify.annotations.NullMarked;
