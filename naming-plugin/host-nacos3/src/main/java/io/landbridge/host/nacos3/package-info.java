/** What is spelled differently on the Nacos 3.x line. */
@NullMarked
package io.landbridge.host.nacos3;

import org.jspecify.annotations.NullMarked;
