/** The open API of the 1.x and 2.x lines, which 3.x servers answer too unless it is off. */
@NullMarked
package io.landbridge.registry.nacos1;

import org.jspecify.annotations.NullMarked;
