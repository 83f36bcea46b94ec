package io.landbridge.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The test every module has: each of its rules holds in the module, and each can be broken. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ModuleArchitecture {

  private final JavaClasses module;

  /** Makes the test of a module. */
  protected ModuleArchitecture(JavaClasses module) {
    this.module = module;
  }

  /** The rules of the module. */
  protected abstract Stream<ProvenRule> rules();

  @ParameterizedTest
  @MethodSource("rules")
  protected void ruleHolds(ProvenRule rule) {
    rule.holdsIn(module);
  }

  @ParameterizedTest
  @MethodSource("rules")
  protected void ruleBites(ProvenRule rule) {
    rule.bites();
  }
}
