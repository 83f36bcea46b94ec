/** Follows the native registrations of this member's clients and proposes what changed. */
@NullMarked
package io.landbridge.observe;

import org.jspecify.annotations.NullMarked;
