/** What is spelled differently on the Nacos 2.x line. */
@NullMarked
package io.landbridge.host.nacos2;

import org.jspecify.annotations.NullMarked;
