/**
 * What is asked or changed member by member, also on those an operator did not name: suspending one
 * needs no leader, and leaving an entry of the log out needs every one.
 */
@NullMarked
package io.landbridge.migrate.member;

import org.jspecify.annotations.NullMarked;
