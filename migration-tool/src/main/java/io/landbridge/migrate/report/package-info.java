/** Typed results as text, JSON and YAML. */
@NullMarked
package io.landbridge.migrate.report;

import org.jspecify.annotations.NullMarked;
