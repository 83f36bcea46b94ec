/**
 * How tests wait, who waited for long, and the records that the summary of a check is made of.
 *
 * <p>Used by the tests of every module, therefore made of nothing of ours.
 */
@NullMarked
package io.landbridge.compat.waiting;

import org.jspecify.annotations.NullMarked;
