/**
 * Checks, before any adapter class is loaded, that the server has every class, field and method the
 * adapter was compiled against.
 *
 * <p>{@code ServerLine} lists the lines of the server, {@code Server} recognizes one, and {@code
 * Verdict} is the result. Knows nothing but the JDK.
 */
@NullMarked
package io.landbridge.host.symbols;

import org.jspecify.annotations.NullMarked;
