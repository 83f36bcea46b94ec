/** What {@code ./mvnw} says at the end of a check. */
package io.landbridge.compat.summary;
