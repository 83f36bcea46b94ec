/**
 * The configuration center of a 3.x server, for its clients of 1.x. A server that lacks something
 * of it has the rest of the API of 1.x.
 */
@NullMarked
package io.landbridge.front.nacos3.config;

import org.jspecify.annotations.NullMarked;
