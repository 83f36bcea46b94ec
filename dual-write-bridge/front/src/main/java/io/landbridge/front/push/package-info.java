/**
 * What a Nacos 1.4 server sends over UDP: who subscribed, what they are sent, and who acknowledged.
 */
@NullMarked
package io.landbridge.front.push;

import org.jspecify.annotations.NullMarked;
