/**
 * The adapter to Nacos 3.x: {@code Nacos3Module}, and what is written differently on this line.
 *
 * <p>The API of 1.x on these servers is in the module {@code front-nacos3}.
 */
@NullMarked
package io.landbridge.host.nacos3;

import org.jspecify.annotations.NullMarked;
