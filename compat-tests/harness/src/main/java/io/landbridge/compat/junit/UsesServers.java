package io.landbridge.compat.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * On a test class: its tests can have a parameter of type {@link Servers}, after those of their
 * arguments if they have any.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ServersExtension.class)
public @interface UsesServers {}
