/**
 * What a Nacos 1.4 server answers over HTTP: reads requests, asks a {@link
 * io.landbridge.front.NamingServer} and writes answers. Knows no web container and no server.
 */
@NullMarked
package io.landbridge.front;

import org.jspecify.annotations.NullMarked;
