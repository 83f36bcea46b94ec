/** The configuration center in the server's own database. */
@NullMarked
package io.landbridge.host.config;

import org.jspecify.annotations.NullMarked;
