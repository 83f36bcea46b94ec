package io.landbridge.view;

import io.landbridge.model.ApplicationKey;

/** The port to what consumers of this member read behind the revision of an instance. */
@FunctionalInterface
public interface PublishedDocuments {

  /**
   * Whether a consumer that asks this member gets the document. Members take over what is written a
   * moment later, each for itself. From memory; safe for use from any thread.
   */
  boolean isServed(ApplicationKey application, String revision);
}
