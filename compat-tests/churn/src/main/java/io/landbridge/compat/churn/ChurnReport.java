package io.landbridge.compat.churn;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;

/**
 * What came of it.
 *
 * @param server the version of the newer side
 * @param seed what all operations follow from
 * @param steps how often each operation was done
 * @param lists that were looked at while that went on
 * @param ways nanoseconds until the other side showed it, by direction
 * @param slowest what took longest
 * @param gaps nanoseconds in which nothing was shown of an address that was registered before and
 *     after, by operation and side
 * @param overtaken operations that were done before both sides showed the one before
 * @param lostConnections connections of clients that broke by themselves
 * @param forgotten beats that a server answered with not knowing the instance
 * @param lostHealths how often a 1.x server lost a health that it said it had set
 * @param resolution of the times, in milliseconds: from one look at a service to the next
 * @param unexplained what showed and nothing explains, and what showed too late
 * @param wrong what is not as it is to be in the end, on either side
 * @param digests what the bridge says of both contents that is not that they are equal
 * @param took from the first operation to the last look
 */
public record ChurnReport(
    String server,
    long seed,
    SortedMap<String, Integer> steps,
    int lists,
    SortedMap<String, List<Long>> ways,
    List<String> slowest,
    SortedMap<String, List<Long>> gaps,
    int overtaken,
    int lostConnections,
    int forgotten,
    int lostHealths,
    double resolution,
    List<String> unexplained,
    List<String> wrong,
    List<String> digests,
    Duration took) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Copies the lists. */
  public ChurnReport {
    slowest = List.copyOf(slowest);
    unexplained = List.copyOf(unexplained);
    wrong = List.copyOf(wrong);
    digests = List.copyOf(digests);
  }

  /** Whether everything could be explained and all is equal in the end. */
  public boolean isGood() {
    return unexplained.isEmpty() && wrong.isEmpty() && digests.isEmpty();
  }

  /** How many operations were done. */
  public int operations() {
    return steps.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * How long the other side took.
   *
   * @param share how many of all took no longer, 0 to 1
   * @return milliseconds; 0 when nothing was measured
   */
  public double convergenceMillis(double share) {
    return millis(ways.values().stream().flatMap(List::stream).toList(), share);
  }

  private static double millis(List<Long> nanos, double share) {
    List<Long> sorted = nanos.stream().sorted().toList();
    if (sorted.isEmpty()) {
      return 0;
    }
    int rank = (int) Math.ceil(share * sorted.size());
    return Math.round(sorted.get(Math.max(0, rank - 1)) / 1e6);
  }

  /** One line of JSON, for machines. */
  public String json() {
    ObjectNode json = JSON.createObjectNode();
    json.put("run", "churn").put("server", server).put("seed", seed);
    json.put("operations", operations());
    ObjectNode byKind = json.putObject("steps");
    steps.forEach(byKind::put);
    json.put("convergence_p50_ms", convergenceMillis(0.5));
    json.put("convergence_p99_ms", convergenceMillis(0.99));
    json.put("convergence_max_ms", convergenceMillis(1));
    ObjectNode directions = json.putObject("directions");
    ways.forEach(
        (direction, nanos) ->
            directions
                .putObject(direction)
                .put("count", nanos.size())
                .put("p50_ms", millis(nanos, 0.5))
                .put("p99_ms", millis(nanos, 0.99)));
    ObjectNode missing = json.putObject("gaps");
    gaps.forEach(
        (what, nanos) ->
            missing
                .putObject(what)
                .put("count", nanos.size())
                .put("p50_ms", millis(nanos, 0.5))
                .put("max_ms", millis(nanos, 1)));
    json.put("resolution_ms", Math.round(resolution));
    json.put("lists", lists).put("overtaken", overtaken);
    json.put("lost_connections", lostConnections).put("forgotten", forgotten);
    json.put("lost_healths", lostHealths);
    json.put("unexplained", unexplained.size()).put("wrong", wrong.size());
    json.put("digests_equal", digests.isEmpty());
    json.put("seconds", took.toSeconds());
    return json.toString();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%d operations in %d s, seed %d: %s%n"
            .formatted(operations(), took.toSeconds(), seed, steps));
    text.append(
        "until the other side shows it: p50 %.0f ms, p99 %.0f ms, at the most %.0f ms (looked at every %.0f ms)%n"
            .formatted(
                convergenceMillis(0.5), convergenceMillis(0.99), convergenceMillis(1), resolution));
    ways.forEach(
        (direction, nanos) ->
            text.append(
                "  %s: %d, p50 %.0f ms, p99 %.0f ms%n"
                    .formatted(direction, nanos.size(), millis(nanos, 0.5), millis(nanos, 0.99))));
    slowest.forEach(each -> text.append("    ").append(each).append('\n'));
    gaps.forEach(
        (what, nanos) ->
            text.append(
                "  not shown for a while: %s: %d, p50 %.0f ms, at the most %.0f ms%n"
                    .formatted(what, nanos.size(), millis(nanos, 0.5), millis(nanos, 1))));
    text.append(
        "%d lists; %d unexplained; %d wrong in the end; digests %s%n"
            .formatted(
                lists, unexplained.size(), wrong.size(), digests.isEmpty() ? "equal" : digests));
    unexplained.forEach(each -> text.append("unexplained: ").append(each).append('\n'));
    wrong.forEach(each -> text.append("wrong: ").append(each).append('\n'));
    return text.toString();
  }
}
