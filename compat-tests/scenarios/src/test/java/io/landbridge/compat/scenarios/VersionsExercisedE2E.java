package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.landbridge.compat.Exercised;
import io.landbridge.compat.Versions;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Runs after all other end-to-end tests: what is listed as supported must have been exercised. */
class VersionsExercisedE2E {

  @Test
  void everyListedVersionWasExercised() throws Exception {
    String part = System.getProperty("landbridge.compat.part", "");
    assumeTrue(part.isEmpty(), "Only a part of the tests was run: " + part);

    Versions listed = Versions.read(Artifacts.locate().versionsFile());

    assertThat(listed.lines()).isNotEmpty();
    Set<String> missing = Exercised.ofThisRun().missing(listed);
    // Only a test that cannot run here needs it, and that one is reported as skipped.
    if (ServerSpec.of(NacosVersion.V2_2_4).withMembers(3).whyNotHere().isPresent()) {
      missing.removeIf(key -> key.startsWith("database "));
    }
    if (!DubboLine.DUBBO_GO_3_3_2.isBuilt()) {
      missing.removeIf(key -> key.startsWith("program dubbo-go "));
    }
    assertThat(missing).as("listed in versions.txt but not exercised by this run").isEmpty();
  }
}
