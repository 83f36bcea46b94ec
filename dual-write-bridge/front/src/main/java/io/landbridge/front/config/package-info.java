/** The API of Nacos 1.x for configurations. */
@NullMarked
package io.landbridge.front.config;

import org.jspecify.annotations.NullMarked;
