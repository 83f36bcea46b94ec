package io.landbridge.migrate.cli.verify;

import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.record.VerifyRecord;
import io.landbridge.migrate.record.VerifyRecord.Compared;
import io.landbridge.migrate.record.VerifyRecord.Gone;
import io.landbridge.migrate.record.VerifyRecords;
import io.landbridge.migrate.record.VerifyRecords.Unusable;
import io.landbridge.migrate.wave.RecordedVerifies;
import io.landbridge.model.ApplicationKey;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The recorded verifies of a plan on its cluster; those of other plans or clusters do not count.
 *
 * @param records where they are
 * @param plan the hash of the plan
 * @param here what the cluster is known by
 * @param terminal where files that are no records are named
 */
public record PlanRecords(
    VerifyRecords records, String plan, ClusterAddresses here, Terminal terminal)
    implements RecordedVerifies {

  private static final int MAX_NAMED = 10;

  /** Names the files that are no records. */
  public static void warn(List<Unusable> unusable, VerifyRecords records, Terminal terminal) {
    unusable.stream()
        .limit(MAX_NAMED)
        .forEach(
            each ->
                terminal.warn(
                    "not a recorded verify: " + each.reason(),
                    records.directory().resolve(each.file()).toString(),
                    "passed over"));
    if (unusable.size() > MAX_NAMED) {
      terminal.warn(
          "%d more of this kind".formatted(unusable.size() - MAX_NAMED),
          records.directory().toString(),
          "passed over");
    }
  }

  @Override
  public SortedMap<ApplicationKey, Newest> newest() {
    VerifyRecords.Listing found;
    try {
      found = records.list();
    } catch (IOException e) {
      terminal.warn(
          "the recorded verifies cannot be read (%s)".formatted(e),
          records.directory().toString(),
          "continuing as if there were none");
      return new TreeMap<>();
    }
    warn(found.unusable(), records, terminal);
    SortedMap<ApplicationKey, Newest> newest = new TreeMap<>();
    for (VerifyRecord record : found.records()) {
      if (record.asked().plan().equals(plan) && here.isOf(record)) {
        for (Compared each : record.applications()) {
          put(
              newest,
              ApplicationKey.of(each.comparison().namespace(), each.comparison().application()),
              new Newest(record.id(), millis(each.at()), each.cut() == 0, each.comparison()));
        }
        for (Gone each : record.gone()) {
          if (each.namespace().isEmpty()) {
            continue;
          }
          put(
              newest,
              ApplicationKey.of(each.namespace(), each.application()),
              new Newest(record.id(), millis(each.at()), true, null));
        }
      }
    }
    return newest;
  }

  private static void put(
      SortedMap<ApplicationKey, Newest> newest, ApplicationKey key, Newest found) {
    newest.merge(key, found, (a, b) -> b.atMillis() > a.atMillis() ? b : a);
  }

  private static long millis(String time) {
    return Instant.parse(time).toEpochMilli();
  }
}
