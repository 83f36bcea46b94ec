/**
 * What a Nacos 1.4 server answers over HTTP: {@code V1Api} reads requests, asks a {@link
 * io.landbridge.front.NamingServer} and writes answers. Knows no web container and no server;
 * {@code front.nacos3} puts it into one.
 */
@NullMarked
package io.landbridge.front;

import org.jspecify.annotations.NullMarked;
