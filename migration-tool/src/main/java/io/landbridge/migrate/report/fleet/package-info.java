/** The report of a whole fleet, and its page. */
@NullMarked
package io.landbridge.migrate.report.fleet;

import org.jspecify.annotations.NullMarked;
