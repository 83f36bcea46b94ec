package io.landbridge.compat.fuzz;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How long the inputs of long runs are at most, but for one in twenty: so long that all that the
 * parser tells apart fits in one. Longer ones take their time and show little else.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface UsualLength {

  /** In bytes. */
  int value();
}
