/**
 * The record of the run that changes a cluster: who, how far, and what operators ordered. {@code
 * ClusterLock} in {@code run} takes the lock.
 *
 * <p>Also has {@code Notes}, the port to what the command keeps in the cluster, and {@code Pace},
 * the port to time.
 */
@NullMarked
package io.landbridge.migrate.lock;

import org.jspecify.annotations.NullMarked;
