package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * What came of registrations that arrived at one rate.
 *
 * @param offered how many arrived in a second
 * @param perSecond how many became durable in a second, from the first that was due to the last
 *     that is in the catalog of a majority
 * @param p90 milliseconds of the delay
 * @param p95 the same
 * @param p99 the same
 * @param answeredP99 of the time until a client had its answer
 * @param errors of each operation
 */
record RegistrationStep(
    int offered,
    double perSecond,
    double p90,
    double p95,
    double p99,
    double answeredP99,
    Errors errors) {

  /** As published: a rate counts while the 99th percentile is below it. */
  static final int SUCCESS_MILLIS = 1_000;

  private static final String REQUESTS = "grpc_server_requests_seconds_count";

  /** Nothing was tried. */
  static final RegistrationStep NONE =
      new RegistrationStep(0, 0, 0, 0, 0, 0, new Errors(0, 0, 0, 0));

  /**
   * Errors of each operation.
   *
   * @param clients registrations that a client was not answered, or refused
   * @param requests requests that the servers count as failed
   * @param claims changes that the catalog refused; they are made again
   * @param proposals entries of the log without success; they are proposed again
   */
  record Errors(long clients, long requests, long claims, long proposals) {

    /** What the servers tell of the time between two moments, and the clients. */
    static Errors between(ServerMetrics before, ServerMetrics after, int clients) {
      double requests = 0;
      double failed = 0;
      for (String each :
          List.of("InstanceRequest", "BatchInstanceRequest", "PersistentInstanceRequest")) {
        requests += after.since(before, REQUESTS, Map.of("requestClass", each));
        failed += after.since(before, REQUESTS, Map.of("requestClass", each, "success", "false"));
      }
      if (requests == 0) {
        throw new BenchException("the servers' metrics tell of no registration: " + REQUESTS);
      }
      return new Errors(
          clients,
          Math.round(failed),
          Math.round(after.since(before, "landbridge_observer_failures_total")),
          Math.round(after.since(before, "landbridge_proposal_failures_total")));
    }

    boolean none() {
      return clients == 0 && requests == 0 && claims == 0 && proposals == 0;
    }
  }

  /**
   * Of registrations that the plugin makes durable.
   *
   * @param count how many
   * @param committed when the last was, as {@link System#nanoTime}
   */
  static RegistrationStep of(
      int offered,
      long count,
      long committed,
      PacedBurst.Outcome outcome,
      CommitDelays delays,
      Errors errors) {
    if (delays.count() == 0) {
      throw new BenchException("the servers' metrics tell of no commit");
    }
    return new RegistrationStep(
        offered,
        Percentiles.round(count * 1e9 / (committed - outcome.began())),
        delays.millis(0.90),
        delays.millis(0.95),
        delays.millis(0.99),
        Percentiles.of(List.of(outcome.took())).millis(0.99),
        errors);
  }

  /** Of registrations that are durable once they are answered. */
  static RegistrationStep answered(
      int offered, long count, PacedBurst.Outcome outcome, Errors errors) {
    Percentiles took = Percentiles.of(List.of(outcome.took()));
    return new RegistrationStep(
        offered,
        Percentiles.round(count * 1e9 / (outcome.ended() - outcome.began())),
        took.millis(0.90),
        took.millis(0.95),
        took.millis(0.99),
        took.millis(0.99),
        errors);
  }

  /** A client that waits longer for its answer has not been served either. */
  boolean succeeded() {
    return offered > 0 && p99 < SUCCESS_MILLIS && answeredP99 < SUCCESS_MILLIS && errors.none();
  }

  void addTo(ObjectNode json) {
    json.put("offered_per_second", offered);
    json.put("per_second", perSecond);
    json.put("p90_ms", p90).put("p95_ms", p95).put("p99_ms", p99);
    json.put("answered_p99_ms", answeredP99);
    json.put("succeeded", succeeded());
    json.putObject("errors")
        .put("clients", errors.clients())
        .put("requests", errors.requests())
        .put("claims", errors.claims())
        .put("proposals", errors.proposals());
  }

  @Override
  public String toString() {
    return "%d/s offered, %.0f/s durable, delay p90 %.0f, p95 %.0f, p99 %.0f ms, answer p99 %.0f ms%s"
        .formatted(
            offered, perSecond, p90, p95, p99, answeredP99, errors.none() ? "" : ", " + errors);
  }
}
