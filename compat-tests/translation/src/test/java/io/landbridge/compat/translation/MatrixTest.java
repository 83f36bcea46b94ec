package io.landbridge.compat.translation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.landbridge.compat.client.Answerer;
import io.landbridge.compat.client.CallResult;
import io.landbridge.compat.client.CallResults;
import io.landbridge.compat.translation.Verdict.Outcome;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatrixTest {

  private static final Answerer WANTED = new Answerer("prov", "only", 1, "2.7.23");
  private static final Answerer OTHER = new Answerer("prov", "only", 2, "2.7.23");

  private final Matrix matrix = Matrix.of(true, true);

  @Test
  void aPatternChoosesCells() {
    assertThat(matrix.only("-instance-*-tri -> 2.").cells())
        .isNotEmpty()
        .allSatisfy(cell -> assertThat(cell.label()).contains("-instance-", "-tri -> 2."));
    assertThat(matrix.only("").cells()).hasSameSizeAs(matrix.cells());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> matrix.only("4.0.0"))
        .withMessageContaining("'4.0.0'");
  }

  @Test
  void onlyTheProviderItselfMayAnswer() {
    Cell cell = cell("2.7.23-nacos-2 -> 3.3.6-FORCE_APPLICATION");
    assertThat(cell.judge(calls(6, WANTED), WANTED).outcome()).isEqualTo(Outcome.PASSED);
    assertThat(cell.judge(calls(6, OTHER), WANTED).outcome()).isEqualTo(Outcome.FAILED);
    assertThat(cell.judge(calls(5, WANTED), WANTED).wrong())
        .containsExactly("5 calls instead of 6");
  }

  @Test
  void nobodyMeansThatNoProviderIsListed() {
    Cell cell = cell("3.3.6-instance-local-tri -> 2.7.23-nacos-2");
    assertThat(cell.judge(calls(6, WANTED), WANTED).outcome()).isEqualTo(Outcome.FAILED);
    assertThat(cell.judge(none(), WANTED).outcome()).isEqualTo(Outcome.PASSED);
    CallResults timedOut =
        new CallResults(
            List.of(new CallResult.Failed("demo.x.PlainService", "ping", "timeout", "late")));
    assertThat(cell.judge(timedOut, WANTED).outcome()).isEqualTo(Outcome.FAILED);
  }

  private Cell cell(String label) {
    return matrix.only(label).cells().get(0);
  }

  private static CallResults calls(int count, Answerer by) {
    CallResult call = new CallResult.Answered("demo.x.PlainService", "ping", "pong", by, 1);
    return new CallResults(Collections.nCopies(count, call));
  }

  private static CallResults none() {
    CallResult call = new CallResult.NoProvider("demo.x.PlainService", "ping", "none");
    return new CallResults(Collections.nCopies(6, call));
  }
}
