package io.landbridge.migrate.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.run.Guard.Objection;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Prometheus answers is in bounds, out of bounds, or no answer. */
class QueryAnswerTest {

  private static Optional<String> objection(String query, String data) {
    return QueryAnswer.objection(query, data.getBytes(StandardCharsets.UTF_8)).map(Objection::what);
  }

  private static String answer(String type, String result) {
    return "{\"status\":\"success\",\"data\":{\"resultType\":\"%s\",\"result\":%s}}"
        .formatted(type, result);
  }

  private static String series(String value) {
    return answer("vector", "[{\"metric\":{\"job\":\"x\"},\"value\":[1,\"%s\"]}]".formatted(value));
  }

  @ParameterizedTest
  @CsvSource({
    "up == 0,           0",
    "rate(e[1m]) > 0.1, 0.2",
    "e,                 0",
    "a > bool 1,        1",
    "a > bool 1,        NaN",
    "a > bool 1,        +Inf",
    "sum(a > bool 1) == 0, 0"
  })
  void seriesAreOutOfBounds(String query, String value) {
    assertThat(objection(query, series(value))).contains(QueryAnswer.OUT_OF_BOUNDS);
  }

  @Test
  void noSeriesAndFalseAreInBounds() {
    assertThat(objection("a > 1", answer("vector", "[]"))).isEmpty();
    assertThat(objection("a > bool 1", series("0"))).isEmpty();
    assertThat(objection("1 > bool 2", answer("scalar", "[1,\"0\"]"))).isEmpty();
    assertThat(objection("scalar(a)", answer("scalar", "[1,\"-0\"]"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "0.5", "NaN", "-Inf"})
  void scalarThatIsNotZeroIsOutOfBounds(String value) {
    assertThat(objection("x", answer("scalar", "[1,\"%s\"]".formatted(value))))
        .contains(QueryAnswer.OUT_OF_BOUNDS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "<html>",
        "{\"status\":\"error\",\"error\":\"no\"}",
        "{\"status\":\"error\",\"data\":{\"resultType\":\"vector\",\"result\":[]}}",
        "{\"status\":\"success\"}",
        "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\"}}",
        "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[]}}",
        "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}",
        "{\"status\":\"success\",\"data\":{\"resultType\":\"string\",\"result\":[1,\"0\"]}}",
        "{\"status\":\"success\",\"warnings\":[\"a store is away\"],"
            + "\"data\":{\"resultType\":\"vector\",\"result\":[]}}"
      })
  void anythingElseIsNoAnswer(String body) {
    assertThat(objection("a > 1", body)).contains(QueryAnswer.NO_ANSWER);
  }

  @ParameterizedTest
  @CsvSource({
    "a > bool 1,                   true",
    "a >bool 1 and b <= bool 2,    true",
    "a > 1,                        false",
    "(a > bool 1) == 0,            false",
    "a,                            false",
    "'a{x!=\"1\",y=\"> 2\"} > bool 1', true",
    "'label_replace(a, \"> \", \"\", \"\", \"\") > bool 1', true",
    "boolean > 1,                  false"
  })
  void truthValuesAreThoseOfQueriesThatCompareWithBoolAlone(String query, boolean expected) {
    assertThat(QueryAnswer.yieldsTruthValues(query)).isEqualTo(expected);
  }

  @Test
  void longTextsAreShortened() {
    assertThat(
            QueryAnswer.objection("a", series("1".repeat(1000)).getBytes(StandardCharsets.UTF_8)))
        .hasValueSatisfying(each -> assertThat(each.detail()).hasSizeLessThan(300));
  }
}
