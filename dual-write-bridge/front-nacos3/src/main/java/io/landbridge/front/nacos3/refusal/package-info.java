/**
 * Turns what the server refuses into refusals of the front, for registrations and configurations
 * alike.
 */
@NullMarked
package io.landbridge.front.nacos3.refusal;

import org.jspecify.annotations.NullMarked;
