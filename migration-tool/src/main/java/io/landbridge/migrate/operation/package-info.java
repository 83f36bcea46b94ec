/**
 * What changes a cluster, one class each. An {@code Operation} is a change to one application that
 * can be taken back; {@code SuspendMember} and {@code LeaveOutEntry} concern members.
 */
@NullMarked
package io.landbridge.migrate.operation;

import org.jspecify.annotations.NullMarked;
