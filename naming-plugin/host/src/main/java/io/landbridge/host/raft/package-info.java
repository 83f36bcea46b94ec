/** The plugin's Raft group in the server's own JRaft. */
@NullMarked
package io.landbridge.host.raft;

import org.jspecify.annotations.NullMarked;
