/** Stands for the list of plugins that servers have since 3.2. */
@NullMarked
package io.landbridge.compat.server.list;

import org.jspecify.annotations.NullMarked;
