/**
 * The plugin's numbers at the server's own metrics endpoint. Knows Micrometer, which every
 * supported server has, and does without it where it is not.
 */
@NullMarked
package io.landbridge.host.metrics;

import org.jspecify.annotations.NullMarked;
