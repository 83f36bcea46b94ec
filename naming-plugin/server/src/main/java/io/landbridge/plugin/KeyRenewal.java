package io.landbridge.plugin;

import io.landbridge.service.EntrySignatures;
import io.landbridge.work.CoalescedTask;
import io.landbridge.work.CoalescedTask.Outcome;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks now and then whether all members have another server identity. */
final class KeyRenewal implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KeyRenewal.class);

  private static final Duration PERIOD = Duration.ofSeconds(5);

  private final EntrySignatures signatures;
  private final CoalescedTask task;

  /**
   * Creates the watch; it does nothing before {@link #start}.
   *
   * @param signatures changes the key
   */
  KeyRenewal(EntrySignatures signatures) {
    this.signatures = signatures;
    this.task = new CoalescedTask("landbridge-keys", this::round, PERIOD, PERIOD, PERIOD);
  }

  void start() {
    task.start();
  }

  @Override
  public void close() {
    task.close();
  }

  private Outcome round() throws Exception {
    signatures
        .renew()
        .ifPresent(
            key ->
                LOG.info(
                    "All members have the server identity of key {}: entries are signed with it"
                        + " from now on",
                    key));
    return Outcome.DONE;
  }
}
