/**
 * The way in: what Spring Boot finds, and the decision whether anything of the plugin is started
 * ({@code LandbridgeRegistrar}).
 *
 * <p>{@code HostModule} is the port to the adapter of a server line, {@code Front} the one to the
 * API of 1.x. Knows Spring, which every supported server has, and no class of the server itself.
 */
@NullMarked
package io.landbridge.host.boot;

import org.jspecify.annotations.NullMarked;
