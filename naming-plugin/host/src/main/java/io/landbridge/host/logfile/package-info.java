/**
 * The plugin's own log file. Knows Logback, with which every supported server comes, but does
 * without it where an operator has put another implementation in its place.
 */
@NullMarked
package io.landbridge.host.logfile;

import org.jspecify.annotations.NullMarked;
