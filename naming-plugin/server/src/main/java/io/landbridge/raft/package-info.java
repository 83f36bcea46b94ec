/**
 * The one path by which a command reaches the store on every member, and the port to the log that
 * carries it.
 *
 * <p>{@code CatalogStateMachine} applies an entry. {@code UnreadableEntries} decides what happens
 * to one that is damaged or of a newer format, {@code SignatureCheck} what happens to one that is
 * not signed.
 */
@NullMarked
package io.landbridge.raft;

import org.jspecify.annotations.NullMarked;
