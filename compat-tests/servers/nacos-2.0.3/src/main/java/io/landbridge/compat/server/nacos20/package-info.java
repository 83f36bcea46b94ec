/** Starts a Nacos 2.0 server from its modules, in place of the console module it usually has. */
@NullMarked
package io.landbridge.compat.server.nacos20;

import org.jspecify.annotations.NullMarked;
