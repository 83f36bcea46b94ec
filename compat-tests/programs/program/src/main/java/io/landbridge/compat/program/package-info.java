/**
 * A Dubbo provider and a Dubbo consumer as programs: settings come in as {@code key=value}
 * arguments, commands as lines on standard input, and everything they have to say goes out as one
 * JSON object per line on standard output. What Dubbo and Nacos print goes to standard error.
 *
 * <p>Nothing here knows a class of Dubbo: which one is on the class path is found as a {@link
 * io.landbridge.compat.program.Dubbo}.
 */
@NullMarked
package io.landbridge.compat.program;

import org.jspecify.annotations.NullMarked;
