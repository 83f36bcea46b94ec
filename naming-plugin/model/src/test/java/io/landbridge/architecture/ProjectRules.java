package io.landbridge.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import wrong.io.landbridge.loop.left.Left;
import wrong.io.landbridge.loop.right.Right;
import wrong.io.landbridge.model.Counters;
import wrong.io.landbridge.model.GuavaReader;
import wrong.io.landbridge.model.ServiceUtil;
import wrong.io.landbridge.model.Talker;

/** The rules that are the same in every module. */
public final class ProjectRules {

  private ProjectRules() {}

  /** What every module keeps to. */
  public static Stream<ProvenRule> everywhere() {
    return Stream.of(
        ProvenRule.of(names(), ServiceUtil.class),
        ProvenRule.of(noStaticState(), Counters.class),
        ProvenRule.of(noCycles(), Left.class, Right.class),
        ProvenRule.of(littleOfGuava(), GuavaReader.class));
  }

  /**
   * For every module but the ones whose job is to print.
   *
   * @param mains entry points of their own, which may
   */
  public static ProvenRule silent(Class<?>... mains) {
    return ProvenRule.of(
        noClasses()
            .that()
            .doNotBelongToAnyOf(mains)
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(Throwable.class, "printStackTrace")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("java.util.logging")
            .as("only the command line prints, and nobody uses java.util.logging"),
        Talker.class);
  }

  /**
   * The result depends on the arguments alone: no clock, no randomness, no threads, no environment.
   * IO and logging are already missing from the table of layers.
   *
   * @param violator a class in one of them that breaks the rule
   * @param packages short names as in {@link Layers}
   */
  public static ProvenRule pure(Class<?> violator, String... packages) {
    return ProvenRule.of(
        noClasses()
            .that()
            .resideInAnyPackage(Stream.of(packages).map(Layers.ROOT::concat).toArray(String[]::new))
            .should()
            .accessTargetWhere(impureTarget())
            .as("packages " + String.join(", ", packages) + " hold pure functions and values"),
        violator);
  }

  private static DescribedPredicate<JavaAccess<?>> impureTarget() {
    Set<String> impureTypes =
        Set.of(
            "java.lang.Thread",
            "java.lang.ThreadLocal",
            "java.lang.Process",
            "java.lang.ProcessBuilder",
            "java.lang.ProcessHandle",
            "java.lang.Runtime",
            "java.util.Date",
            "java.util.Random",
            "java.util.Timer",
            "java.util.UUID",
            "java.security.SecureRandom");
    // System.arraycopy and System.identityHashCode stay allowed.
    Set<String> impureMembers =
        Set.of(
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.lang.System.exit",
            "java.lang.Math.random");
    return DescribedPredicate.describe(
        "a clock, randomness, a thread or the environment",
        access -> {
          String owner = access.getTargetOwner().getName();
          return impureTypes.contains(owner)
              || impureMembers.contains(owner + "." + access.getTarget().getName());
        });
  }

  /** Such a name says that a class has no purpose of its own. */
  private static ArchRule names() {
    return noClasses()
        .should()
        .haveNameMatching(".*(Utils?|Manager|Helper|Impl|Common|Processor|V[0-9]+)(\\$.*)?")
        .orShould()
        .resideInAPackage("..util..")
        .orShould()
        .resideInAPackage("..utils..")
        .orShould()
        .resideInAPackage("..common..")
        .as("a class is named for what it is");
  }

  private static ArchRule noCycles() {
    return slices().matching(Layers.ROOT + "(**)").should().beFreeOfCycles();
  }

  /**
   * Servers bring different versions and editions of Guava. What is used of it is what the plugin's
   * symbols are checked for when it starts; which package may use that, its row says.
   */
  private static ArchRule littleOfGuava() {
    Set<String> used =
        Set.of(
            "com.google.common.cache.Cache",
            "com.google.common.cache.CacheBuilder",
            "com.google.common.cache.Weigher",
            "com.google.common.net.InetAddresses");
    return noClasses()
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "are of Guava, but for its caches and addresses",
                type ->
                    type.getBaseComponentType().getName().startsWith("com.google.common.")
                        && !used.contains(type.getBaseComponentType().getName())))
        .as("of Guava, nobody uses more than its caches and addresses");
  }

  private static ArchRule noStaticState() {
    return fields()
        .that()
        .areStatic()
        .and(DescribedPredicate.not(compilerMade()))
        .should(beConstant())
        .as("nothing mutable is static");
  }

  private static DescribedPredicate<JavaMember> compilerMade() {
    return DescribedPredicate.describe(
        "made by the compiler",
        member ->
            member.getModifiers().contains(JavaModifier.SYNTHETIC)
                || member.getName().contains("$"));
  }

  private static ArchCondition<JavaField> beConstant() {
    return new ArchCondition<>("be final and of an immutable type") {
      @Override
      public void check(JavaField field, ConditionEvents events) {
        boolean constant =
            field.getModifiers().contains(JavaModifier.FINAL) && !mutable(field.getRawType());
        events.add(
            new SimpleConditionEvent(
                field, constant, field.getFullName() + " of type " + field.getRawType().getName()));
      }
    };
  }

  /** Interfaces such as Map and Set are taken for the immutable ones that Map.of gives. */
  private static boolean mutable(JavaClass type) {
    boolean collection = type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class);
    return (collection && !type.isInterface())
        || type.getPackageName().startsWith("java.util.concurrent")
        || type.isAssignableTo(ThreadLocal.class)
        || type.isAssignableTo(StringBuilder.class);
  }
}
