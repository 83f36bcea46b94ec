/** The verbs that make a plan, carry it out, take it back and end it, with their options. */
@NullMarked
package io.landbridge.migrate.cli.plan;

import org.jspecify.annotations.NullMarked;
