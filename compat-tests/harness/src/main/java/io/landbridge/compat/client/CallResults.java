package io.landbridge.compat.client;

import java.util.List;

/**
 * What became of several calls, made one after the other.
 *
 * @param results in the order of the calls
 */
public record CallResults(List<CallResult> results) {

  /** How many methods the three services have together. */
  public static final int ALL_METHODS = 6;

  /** Copies the list. */
  public CallResults {
    results = List.copyOf(results);
  }

  /** Whether this process answered every call. */
  public boolean allAnsweredBy(Answerer answerer) {
    return !results.isEmpty()
        && results.stream()
            .allMatch(
                result ->
                    result instanceof CallResult.Answered answered
                        && answered.by().equals(answerer));
  }

  /** Whether every call was answered, by whomever. */
  public boolean allAnswered() {
    return !results.isEmpty() && results.stream().allMatch(CallResult.Answered.class::isInstance);
  }

  /** Whether the registry listed no provider for any of the calls. */
  public boolean noneHasProvider() {
    return !results.isEmpty() && results.stream().allMatch(CallResult.NoProvider.class::isInstance);
  }

  /** The calls that went wrong for another reason than that no provider is there. */
  public List<CallResult.Failed> failures() {
    return results.stream()
        .filter(CallResult.Failed.class::isInstance)
        .map(CallResult.Failed.class::cast)
        .toList();
  }
}
