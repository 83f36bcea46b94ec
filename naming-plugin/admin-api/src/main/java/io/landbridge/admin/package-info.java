/**
 * The admin API of the plugin, defined once: {@code AdminEndpoint} has every request with its verb,
 * path and parameters.
 *
 * <p>{@code host.http} answers the requests, {@code AdminController} of each server line maps them,
 * and {@code registry.plugin} sends them.
 */
@NullMarked
package io.landbridge.admin;

import org.jspecify.annotations.NullMarked;
