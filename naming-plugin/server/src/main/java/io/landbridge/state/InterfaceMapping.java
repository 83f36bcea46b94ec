package io.landbridge.state;

import io.landbridge.model.ApplicationKey;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The applications that provide an interface, as Dubbo's mapping names them.
 *
 * @param serviceInterface the Java interface, without group and version
 * @param applications those of one namespace with an instance whose document has the interface;
 *     never empty
 */
public record InterfaceMapping(String serviceInterface, SortedSet<ApplicationKey> applications) {

  /** Copies the applications. */
  public InterfaceMapping {
    applications = Collections.unmodifiableSortedSet(new TreeSet<>(applications));
  }
}
