/** Removes, on the leader, what nobody answers for or uses any more. */
@NullMarked
package io.landbridge.observe.removal;

import org.jspecify.annotations.NullMarked;
