/**
 * A Dubbo provider and a Dubbo consumer as programs: settings come in as {@code key=value}
 * arguments, commands as lines on standard input, and everything they have to say goes out as one
 * JSON object per line on standard output. What Dubbo and Nacos print goes to standard error.
 *
 * <p>Compiled once against Dubbo 2.7 and run on every later one, so only API that all of them have
 * may be used; what is newer is set by system property.
 */
@NullMarked
package io.landbridge.compat.program;

import org.jspecify.annotations.NullMarked;
