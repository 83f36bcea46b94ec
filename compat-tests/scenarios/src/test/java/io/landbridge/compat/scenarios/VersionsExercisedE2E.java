package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.landbridge.compat.Exercised;
import io.landbridge.compat.Versions;
import io.landbridge.compat.cluster.Artifacts;
import org.junit.jupiter.api.Test;

/** Runs after all other end-to-end tests: what is listed as supported must have been exercised. */
class VersionsExercisedE2E {

  @Test
  void everyListedVersionWasExercised() throws Exception {
    String part = System.getProperty("landbridge.compat.part", "");
    assumeTrue(part.isEmpty(), "Only a part of the tests was run: " + part);

    Versions listed = Versions.read(Artifacts.locate().versionsFile());

    assertThat(listed.lines()).isNotEmpty();
    assertThat(Exercised.ofThisRun().missing(listed))
        .as("listed in versions.txt but not exercised by this run")
        .isEmpty();
  }
}
