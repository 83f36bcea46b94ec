/** Mirrors the instances this member owns into the legacy cluster. */
@NullMarked
package io.landbridge.bridge.exports;

import org.jspecify.annotations.NullMarked;
