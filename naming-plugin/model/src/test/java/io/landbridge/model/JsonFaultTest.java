package io.landbridge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class JsonFaultTest {

  @Test
  void namesNoTypesAndNoPlacesOfTheLibrary() {
    assertThat(
            JsonFault.text(
                "Unexpected end-of-input: expected close marker for Object (start marker at"
                    + " [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION`"
                    + " disabled); line: 3, column: 1])"))
        .isEqualTo("Unexpected end-of-input: expected close marker for Object (begun in line 3)");
    assertThat(
            JsonFault.text(
                "Unrecognized field \"x\" (class io.landbridge.migrate.plan.Plan$Wave), not marked"
                    + " as ignorable (4 known properties: \"a\", \"b\"])\n at [Source: (String)\"\"]"))
        .isEqualTo("Unrecognized field \"x\"");
    assertThat(
            JsonFault.text(
                "Cannot deserialize value of type `io.landbridge.migrate.plan.Plan$Action` from"
                    + " String \"X\""))
        .isEqualTo("Cannot deserialize value of type `Action` from String \"X\"");
    assertThat(
            JsonFault.text(
                "Missing creator property 'createdBy' (index 1);"
                    + " `DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES` enabled"))
        .isEqualTo("Missing field 'createdBy'");
    assertThat(JsonFault.text("Unexpected character ('}' (code 125)): expected a value"))
        .isEqualTo("Unexpected character ('}'): expected a value");
  }

  @Test
  void aLongMessageTakesNoTime() {
    String message = "a.".repeat(1_000_000);

    assertThat(assertTimeoutPreemptively(Duration.ofSeconds(20), () -> JsonFault.text(message)))
        .endsWith("...");
  }
}
