/**
 * Fuzz targets and what runs them: a corpus and a few thousand mutations of it in every check, and
 * Jazzer for hours by hand.
 *
 * <p>Used by the tests of every module, therefore made of nothing of ours.
 */
@NullMarked
package io.landbridge.compat.fuzz;

import org.jspecify.annotations.NullMarked;
