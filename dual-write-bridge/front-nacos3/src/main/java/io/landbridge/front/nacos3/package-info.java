/**
 * Puts the API of 1.x in front of a server that has none, or has it switched off; its dependencies
 * on the server are checked apart from the rest.
 */
@NullMarked
package io.landbridge.front.nacos3;

import org.jspecify.annotations.NullMarked;
