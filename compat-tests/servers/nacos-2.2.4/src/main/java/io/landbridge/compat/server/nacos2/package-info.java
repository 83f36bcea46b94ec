/** Starts a Nacos 2.x server from its modules, in place of the console module it usually has. */
@NullMarked
package io.landbridge.compat.server.nacos2;

import org.jspecify.annotations.NullMarked;
