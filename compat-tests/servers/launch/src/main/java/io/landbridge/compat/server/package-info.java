/** The first main method of every server process under test. */
@NullMarked
package io.landbridge.compat.server;

import org.jspecify.annotations.NullMarked;
