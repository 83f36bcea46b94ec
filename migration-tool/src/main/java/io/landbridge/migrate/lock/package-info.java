/** The record of the run that changes a cluster: who, how far, and what operators ordered. */
@NullMarked
package io.landbridge.migrate.lock;

import org.jspecify.annotations.NullMarked;
