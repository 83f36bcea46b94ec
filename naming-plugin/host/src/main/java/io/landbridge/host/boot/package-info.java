/**
 * The way in: what Spring Boot finds, and the decision whether anything of the plugin is started.
 * Knows Spring, which every supported server has, and no class of the server itself.
 */
@NullMarked
package io.landbridge.host.boot;

import org.jspecify.annotations.NullMarked;
