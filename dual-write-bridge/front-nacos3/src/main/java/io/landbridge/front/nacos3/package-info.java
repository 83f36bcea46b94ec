/**
 * Puts the API of 1.x in front of a server that has none, or has it switched off: {@code
 * FrontFilter} answers a request unless {@code StockApi} says that the server does.
 *
 * <p>Its dependencies on the server are checked apart from the rest.
 */
@NullMarked
package io.landbridge.front.nacos3;

import org.jspecify.annotations.NullMarked;
