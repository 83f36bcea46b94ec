/** Keeps the members of the plugin's Raft group in step with the member list of the servers. */
@NullMarked
package io.landbridge.membership;

import org.jspecify.annotations.NullMarked;
