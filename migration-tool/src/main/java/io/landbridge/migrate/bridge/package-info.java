/** What is looked at before the bridge to a legacy cluster is begun, or goes on. */
@NullMarked
package io.landbridge.migrate.bridge;

import org.jspecify.annotations.NullMarked;
