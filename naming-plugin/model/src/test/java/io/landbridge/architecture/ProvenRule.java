package io.landbridge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/**
 * A rule together with classes that break it on purpose: a rule that lets them pass checks nothing.
 *
 * @param violators test classes below a package {@code wrong}, which otherwise mirrors the real
 *     ones
 */
public record ProvenRule(ArchRule rule, List<Class<?>> violators) {

  public ProvenRule {
    violators = List.copyOf(violators);
  }

  /** The rule, broken by the given classes. */
  public static ProvenRule of(ArchRule rule, Class<?>... violators) {
    return new ProvenRule(rule, List.of(violators));
  }

  /** All classes compiled into the same directory or jar as the given one. */
  public static JavaClasses moduleOf(Class<?> anchor) {
    return new ClassFileImporter()
        .importUrl(anchor.getProtectionDomain().getCodeSource().getLocation());
  }

  /** Fails with every place that breaks the rule. */
  public void holdsIn(JavaClasses module) {
    assertThat(module).as("classes of the module").isNotEmpty();
    // A rule about packages that a module does not have yet holds.
    rule.allowEmptyShould(true).check(module);
  }

  /** Fails if the rule has nothing to say against the classes made to break it. */
  public void bites() {
    JavaClasses wrong = new ClassFileImporter().importClasses(violators);
    assertThat(rule.evaluate(wrong).hasViolation())
        .as("'%s' finds fault with %s", rule.getDescription(), violators)
        .isTrue();
  }

  @Override
  public String toString() {
    return rule.getDescription();
  }
}
