package io.landbridge.document;

import io.landbridge.dubbo.DocumentAddress;
import io.landbridge.dubbo.MetadataDocument;

/** Asks one place for a document. */
@FunctionalInterface
interface Fetcher<A extends DocumentAddress> {

  /** The largest answer that is read, in bytes: twice what the catalog takes of a document. */
  int MAX_ANSWER_BYTES = 1 << 20;

  /**
   * Asks, and waits for the answer within the limits of the asker. Leaves no connection behind.
   *
   * @return the document, whatever its hash
   * @throws FetchException if there is none to be had there
   * @throws InterruptedException if the thread was interrupted; it is answered at once
   */
  MetadataDocument ask(A where) throws FetchException, InterruptedException;
}
