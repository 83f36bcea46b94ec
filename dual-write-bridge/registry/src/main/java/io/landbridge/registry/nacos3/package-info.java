/** The admin and client API of the 3.x line. */
@NullMarked
package io.landbridge.registry.nacos3;

import org.jspecify.annotations.NullMarked;
