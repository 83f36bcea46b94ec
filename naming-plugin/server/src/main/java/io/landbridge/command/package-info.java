/** What can be asked of the catalog: a closed set of commands and their results. Values only. */
@NullMarked
package io.landbridge.command;

import org.jspecify.annotations.NullMarked;
