/**
 * The programs on {@code org.apache.dubbo}: compiled once against Dubbo 2.7 and run on every later
 * one, so only API that all of them have may be used; what is newer is set by system property.
 */
@NullMarked
package io.landbridge.compat.program.apache;

import org.jspecify.annotations.NullMarked;
