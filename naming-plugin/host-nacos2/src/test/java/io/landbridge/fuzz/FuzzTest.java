package io.landbridge.fuzz;

import io.landbridge.compat.fuzz.FuzzedTargets;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The fuzz targets of this module, briefly. */
class FuzzTest {

  @TestFactory
  Stream<DynamicNode> targets() throws IOException {
    return FuzzedTargets.beside(getClass());
  }
}
