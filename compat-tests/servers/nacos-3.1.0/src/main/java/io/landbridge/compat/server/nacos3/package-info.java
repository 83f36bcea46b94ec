/** Starts a Nacos 3.x server from its modules, in place of the bootstrap module it usually has. */
@NullMarked
package io.landbridge.compat.server.nacos3;

import org.jspecify.annotations.NullMarked;
