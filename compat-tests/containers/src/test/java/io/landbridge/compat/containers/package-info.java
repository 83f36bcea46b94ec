/** The images of the archive, built and run in a Docker engine. */
@NullMarked
package io.landbridge.compat.containers;

import org.jspecify.annotations.NullMarked;
