package io.landbridge.record;

import io.landbridge.command.Result;
import io.landbridge.command.Result.Outcome;
import io.landbridge.record.wire.Wire;

/** Results as the log hands them back to the proposer. */
public final class ResultCodec {

  private ResultCodec() {}

  /** Writes a result. */
  public static byte[] encode(Result result) {
    return Frame.wrap(
        Wire.Result.newBuilder()
            .setOutcome(
                switch (result.outcome()) {
                  case APPLIED -> Wire.Outcome.OUTCOME_APPLIED;
                  case STALE_EPOCH -> Wire.Outcome.OUTCOME_STALE_EPOCH;
                  case NOT_FOUND -> Wire.Outcome.OUTCOME_NOT_FOUND;
                  case NOT_ALLOWED -> Wire.Outcome.OUTCOME_NOT_ALLOWED;
                  case UNSIGNED -> Wire.Outcome.OUTCOME_UNSIGNED;
                  case UNREADABLE -> Wire.Outcome.OUTCOME_UNREADABLE;
                })
            .setDetail(result.detail())
            .build());
  }

  /**
   * Reads a result.
   *
   * @throws UnreadableRecordException if the bytes are of a newer format or damaged
   */
  public static Result decode(byte[] bytes) throws UnreadableRecordException {
    return WireReader.read("result", bytes, Wire.Result.parser(), ResultCodec::result);
  }

  private static Result result(Wire.Result wire) {
    Outcome outcome =
        switch (wire.getOutcome()) {
          case OUTCOME_APPLIED -> Outcome.APPLIED;
          case OUTCOME_STALE_EPOCH -> Outcome.STALE_EPOCH;
          case OUTCOME_NOT_FOUND -> Outcome.NOT_FOUND;
          case OUTCOME_NOT_ALLOWED -> Outcome.NOT_ALLOWED;
          case OUTCOME_UNSIGNED -> Outcome.UNSIGNED;
          case OUTCOME_UNREADABLE -> Outcome.UNREADABLE;
          case OUTCOME_UNSPECIFIED, UNRECOGNIZED ->
              throw new IllegalArgumentException("it has no known outcome");
        };
    return new Result(outcome, wire.getDetail());
  }
}
