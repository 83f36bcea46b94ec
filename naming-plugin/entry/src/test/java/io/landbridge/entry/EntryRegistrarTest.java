package io.landbridge.entry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.type.AnnotationMetadata;

class EntryRegistrarTest {

  private static final int JAVA_8 = 52;

  private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();

  @ParameterizedTest
  @CsvSource({
    "1.8, true",
    "9, true",
    "11, true",
    "16, true",
    "17, false",
    "21, false",
    "'', false"
  })
  void knowsWhichJavaIsTooOld(String specification, boolean tooOld) {
    assertThat(JavaVersion.of(specification).isTooOld()).isEqualTo(tooOld);
  }

  @Test
  void saysWhyItIsOffAndWhatToDo() {
    assertThat(JavaVersion.of("1.8"))
        .hasToString(
            "this JVM is Java 8, and the plugin needs Java 17 or newer. Run the server on Java 17"
                + " (JAVA_HOME), or take the jar out of the plugins directory.");
  }

  /** The rest of the plugin is not on the class path here, as good as classes that do not load. */
  @ParameterizedTest
  @CsvSource({"1.8", "11", "17"})
  void theServerStartsWhateverHappens(String specification) {
    new EntryRegistrar(new StandardEnvironment(), getClass().getClassLoader())
        .registerBeanDefinitions(
            AnnotationMetadata.introspect(LandbridgeEntry.class),
            beans,
            JavaVersion.of(specification));

    assertThat(beans.getBeanDefinitionCount()).isZero();
  }

  @Test
  void springMakesIt() {
    try (AnnotationConfigApplicationContext context =
        new AnnotationConfigApplicationContext(LandbridgeEntry.class)) {
      assertThat(context.isActive()).isTrue();
    }
  }

  @Test
  void everyClassIsForJava8() throws IOException, URISyntaxException {
    Path classes =
        Path.of(LandbridgeEntry.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(classes)) {
      List<Path> all = files.filter(each -> each.toString().endsWith(".class")).toList();
      assertThat(all)
          .hasSizeGreaterThanOrEqualTo(4)
          .allSatisfy(each -> assertThat(version(each)).isEqualTo(JAVA_8));
    }
  }

  private static int version(Path file) throws IOException {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      in.readInt();
      in.readUnsignedShort();
      return in.readUnsignedShort();
    }
  }
}
