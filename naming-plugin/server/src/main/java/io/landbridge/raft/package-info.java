/**
 * The one path by which a command reaches the store on every member, and the port to the log that
 * carries it.
 */
@NullMarked
package io.landbridge.raft;

import org.jspecify.annotations.NullMarked;
