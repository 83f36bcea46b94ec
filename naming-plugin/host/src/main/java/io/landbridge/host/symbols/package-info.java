/**
 * Checks, before any adapter class is loaded, that the server has every class, field and method the
 * adapter was compiled against. Knows nothing but the JDK.
 */
@NullMarked
package io.landbridge.host.symbols;

import org.jspecify.annotations.NullMarked;
