/** Pure: the MigrationRules of Dubbo 3 consumers, as text, and what is ours in them. */
@NullMarked
package io.landbridge.migrate.rule;

import org.jspecify.annotations.NullMarked;
