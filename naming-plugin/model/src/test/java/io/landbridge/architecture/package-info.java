/**
 * The architecture rules every module is checked with, each with classes that break it on purpose.
 *
 * <p>Other modules use this package as a test library.
 */
@NullMarked
package io.landbridge.architecture;

import org.jspecify.annotations.NullMarked;
