/** The adapter to Nacos 2.x: {@code Nacos2Module}, and what is written differently on this line. */
@NullMarked
package io.landbridge.host.nacos2;

import org.jspecify.annotations.NullMarked;
