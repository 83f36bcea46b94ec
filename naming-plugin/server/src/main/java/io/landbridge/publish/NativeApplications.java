package io.landbridge.publish;

import io.landbridge.model.ApplicationKey;
import java.util.Set;

/** The port to what providers register at the application level themselves. */
@FunctionalInterface
public interface NativeApplications {

  /**
   * Tells what native instances of an application announce, in time proportional to the services of
   * its namespace.
   *
   * @param application the application, in whatever Nacos groups
   * @return the revisions of their metadata; empty when no provider registers the application
   *     itself
   */
  Set<String> revisions(ApplicationKey application);
}
