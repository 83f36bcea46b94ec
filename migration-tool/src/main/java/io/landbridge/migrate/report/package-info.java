/**
 * Typed results as text, JSON and YAML, and the command to run next ({@code NextSteps}). A class
 * with {@code Tables} in its name prints the results of one or more verbs as text.
 */
@NullMarked
package io.landbridge.migrate.report;

import org.jspecify.annotations.NullMarked;
