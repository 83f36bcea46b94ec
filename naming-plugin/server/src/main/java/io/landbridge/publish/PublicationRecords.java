package io.landbridge.publish;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ForgetPublications;
import io.landbridge.command.Command.RecordPublications;
import io.landbridge.command.Publication;
import io.landbridge.command.Publication.Id;
import io.landbridge.command.Result;
import io.landbridge.model.ApplicationKey;
import io.landbridge.raft.Catalog;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The records in the catalog of what is to be published, is published and was taken back, as the
 * publisher makes them. Each is in the catalog when a method returns.
 *
 * <p>Used by the publisher's thread alone.
 */
final class PublicationRecords {

  private static final long PROPOSAL_SECONDS = 30;

  private final Catalog catalog;
  private boolean recorded;

  PublicationRecords(Catalog catalog) {
    this.catalog = catalog;
  }

  /** A round of the publisher begins, in which nothing is recorded yet. */
  void beginRound() {
    recorded = false;
  }

  /** Whether the round under way has recorded anything, or tried to. */
  boolean hasRecorded() {
    return recorded;
  }

  /** Records the stages that publications of an application are in. */
  void record(ApplicationKey application, List<Publication> publications)
      throws InterruptedException, CatalogUnavailableException {
    if (!publications.isEmpty()) {
      propose(new RecordPublications(application, publications));
    }
  }

  /** Forgets what was published and is gone. */
  void forget(ApplicationKey application, List<Id> ids)
      throws InterruptedException, CatalogUnavailableException {
    if (!ids.isEmpty()) {
      propose(new ForgetPublications(application, ids));
    }
  }

  private void propose(Command command) throws InterruptedException, CatalogUnavailableException {
    recorded = true;
    try {
      Result result = catalog.propose(command).get(PROPOSAL_SECONDS, TimeUnit.SECONDS);
      if (result.outcome() != Result.Outcome.APPLIED) {
        throw new CatalogUnavailableException(
            "the catalog refused a record: " + result.outcome() + " " + result.detail());
      }
    } catch (ExecutionException e) {
      throw new CatalogUnavailableException("the catalog did not accept a record: " + e.getCause());
    } catch (TimeoutException e) {
      throw new CatalogUnavailableException(
          "no answer from the catalog within " + PROPOSAL_SECONDS + " s");
    }
  }
}
