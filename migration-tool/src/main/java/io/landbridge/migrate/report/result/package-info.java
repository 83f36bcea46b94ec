/** What commands found and did, as values: the same for text and JSON. */
@NullMarked
package io.landbridge.migrate.report.result;

import org.jspecify.annotations.NullMarked;
