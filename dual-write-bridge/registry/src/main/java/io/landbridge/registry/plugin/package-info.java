/**
 * The admin API of the Landbridge plugin inside a server, seen from outside: {@code PluginClient}
 * and {@code PluginBridgeClient} ask, {@code PluginAnswers} reads.
 */
@NullMarked
package io.landbridge.registry.plugin;

import org.jspecify.annotations.NullMarked;
