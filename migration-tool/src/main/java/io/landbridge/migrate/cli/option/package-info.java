/**
 * Options that verbs share: which cluster and as whom, how results are printed, whether to change.
 */
@NullMarked
package io.landbridge.migrate.cli.option;

import org.jspecify.annotations.NullMarked;
