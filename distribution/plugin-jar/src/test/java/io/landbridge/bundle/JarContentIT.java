package io.landbridge.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/** Looks into the jar as it is handed out. */
class JarContentIT {

  /** What every supported server has on its class path. */
  /** The packages of Jackson 3, which most servers do not have. */
  private static final String JACKSON_3 = "tools/jackson/";

  /** The API of a list of plugins, and who is loaded by that list alone. */
  private static final String LIST_API = "com/alibaba/nacos/api/plugin/";

  private static final String LISTED = "io/landbridge/pluginlist/";

  private static final List<String> PROVIDED =
      List.of(
          "java/",
          "javax/crypto/",
          "javax/net/ssl/",
          "javax/sql/",
          "com/alibaba/nacos/",
          "com/alipay/sofa/jraft/",
          "com/fasterxml/jackson/",
          "com/google/common/cache/",
          "com/google/common/net/InetAddresses",
          "com/google/protobuf/",
          "io/grpc/",
          "jakarta/servlet/",
          "javax/servlet/",
          "ch/qos/logback/",
          "io/micrometer/core/instrument/",
          "org/aopalliance/",
          "org/rocksdb/",
          "org/slf4j/",
          "org/springframework/",
          JACKSON_3,
          // Annotations only; the JVM does not miss them.
          "org/jspecify/annotations/");

  @Test
  void hasOnlyOurOwnClasses() throws IOException {
    try (JarFile jar = jar()) {
      assertThat(names(jar))
          .allMatch(each -> each.startsWith("io/landbridge/") || each.startsWith("META-INF/"))
          .noneMatch(each -> each.startsWith("io/landbridge/build/"))
          .noneMatch(each -> each.startsWith("META-INF/versions/"));
    }
  }

  @Test
  void namesWhoseWorkIsInIt() throws IOException {
    try (JarFile jar = jar()) {
      assertThat(text(jar, "META-INF/NOTICE"))
          .contains("The Landbridge authors")
          .contains("Apache HttpComponents Core", "Preact", "htm");
      for (String each : List.of("preact", "htm")) {
        assertThat(names(jar)).contains("io/landbridge/console/lib/" + each + "/LICENSE");
      }
      assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
    }
  }

  @Test
  void isFoundBySpringBootOfBothGenerations() throws IOException {
    String entry = "io.landbridge.entry.LandbridgeEntry";
    try (JarFile jar = jar()) {
      assertThat(text(jar, "META-INF/spring.factories"))
          .contains("EnableAutoConfiguration=" + entry);
      assertThat(
              text(
                  jar,
                  "META-INF/spring/"
                      + "org.springframework.boot.autoconfigure.AutoConfiguration.imports"))
          .isEqualToIgnoringWhitespace(entry);
      assertThat(names(jar)).contains(entry.replace('.', '/') + ".class");
    }
  }

  /** A server of 2.x may run on Java 8, and must start there. */
  @Test
  void whatIsLoadedBeforeAnyCheckIsForJava8AndRefersToNothingElseOfThePlugin() throws IOException {
    try (JarFile jar = jar()) {
      List<String> entry =
          names(jar).stream()
              .filter(each -> each.startsWith("io/landbridge/entry/") && each.endsWith(".class"))
              .toList();
      assertThat(entry).contains("io/landbridge/entry/LandbridgeEntry.class");
      for (String each : entry) {
        byte[] bytes = text(jar, each).getBytes(StandardCharsets.ISO_8859_1);
        assertThat(bytes[7]).as(each).isEqualTo((byte) 52);
        assertThat(references(bytes))
            .as(each)
            .filteredOn(referenced -> referenced.startsWith("io/landbridge/"))
            .allMatch(referenced -> referenced.startsWith("io/landbridge/entry/"));
      }
      assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
          .startsWith("io.landbridge.entry.");
    }
  }

  @Test
  void refersToNothingThatIsNeitherInItNorInTheServer() throws IOException {
    try (JarFile jar = jar()) {
      Set<String> own =
          names(jar).stream()
              .filter(each -> each.endsWith(".class"))
              .map(each -> each.substring(0, each.length() - ".class".length()))
              .collect(Collectors.toSet());
      Set<String> unknown = new TreeSet<>();
      for (String each : own) {
        try (InputStream in = jar.getInputStream(entry(jar, each + ".class"))) {
          for (String referenced : references(in.readAllBytes())) {
            if (!own.contains(referenced) && PROVIDED.stream().noneMatch(referenced::startsWith)) {
              unknown.add(each + " -> " + referenced);
            }
          }
        }
      }
      assertThat(own).isNotEmpty();
      assertThat(unknown).isEmpty();
    }
  }

  @Test
  void touchesServletsOnlyWhereTheirPackageIsKnown() throws IOException {
    try (JarFile jar = jar()) {
      for (String each : names(jar)) {
        if (each.endsWith(".class")) {
          try (InputStream in = jar.getInputStream(entry(jar, each))) {
            assertThat(references(in.readAllBytes()))
                .as(each)
                .noneMatch(it -> it.startsWith("javax/servlet/") && !isOfLine(2, each))
                .noneMatch(it -> it.startsWith("jakarta/servlet/") && !isOfLine(3, each));
          }
        }
      }
    }
  }

  /** Whether a class is never loaded on the other line. */
  private static boolean isOfLine(int line, String name) {
    return name.startsWith("io/landbridge/host/nacos" + line + "/")
        || name.startsWith("io/landbridge/front/nacos" + line + "/");
  }

  @Test
  void listsTheSymbolsOfBothLines() throws IOException {
    try (JarFile jar = jar()) {
      for (String line : List.of("nacos2", "nacos3")) {
        String symbols = text(jar, "META-INF/landbridge/symbols-" + line + ".txt");
        assertThat(symbols.lines())
            .contains(
                "core class com.alibaba.nacos.naming.core.v2.index.ServiceStorage",
                "http element com.alibaba.nacos.auth.annotation.Secured resource");
        assertThat(symbols.contains("\nfront ")).isEqualTo(line.equals("nacos3"));
        assertThat(symbols.contains("config method com.alibaba.nacos.config."))
            .isEqualTo(line.equals("nacos3"));
        // Without its configuration center a server has the rest of the front.
        assertThat(symbols.contains("front class com.alibaba.nacos.config.")).isFalse();
        assertThat(symbols.contains("Secured apiType")).isEqualTo(line.equals("nacos3"));
      }
    }
  }

  /**
   * {@code landbridge install} looks for them in a server's jars, and keeps some packages of these.
   */
  @Test
  void everySymbolIsInAPackageThatTheCommandLooksAt() throws Exception {
    List<String> unseen = new ArrayList<>();
    try (JarFile jar = jar();
        URLClassLoader plugin =
            new URLClassLoader(
                new URL[] {Path.of(jar.getName()).toUri().toURL()},
                ClassLoader.getPlatformClassLoader())) {
      Field kept =
          plugin.loadClass("io.landbridge.host.symbols.JarDirectory").getDeclaredField("KEPT");
      kept.setAccessible(true);
      List<?> packages = (List<?>) kept.get(null);
      for (String line : List.of("nacos2", "nacos3")) {
        for (String symbol :
            text(jar, "META-INF/landbridge/symbols-" + line + ".txt").split("\n")) {
          String[] parts = symbol.split(" ");
          if (parts.length > 2
              && packages.stream()
                  .noneMatch(each -> parts[2].replace('.', '/').startsWith(each.toString()))) {
            unseen.add(symbol);
          }
        }
      }
    }
    assertThat(unseen).isEmpty();
  }

  /** On a server without it, nobody must load what needs it. */
  @Test
  void nothingButWhatJackson3MakesNeedsJackson3() throws IOException {
    try (JarFile jar = jar()) {
      Set<String> need = new TreeSet<>();
      Set<String> name = new TreeSet<>();
      for (String each : names(jar)) {
        if (each.endsWith(".class")) {
          byte[] bytes = text(jar, each).getBytes(StandardCharsets.ISO_8859_1);
          Set<String> linked = linked(withoutAnnotations(bytes));
          if (linked.stream().anyMatch(it -> it.startsWith(JACKSON_3))) {
            need.add(each);
          }
          if (linked.stream().anyMatch(it -> it.startsWith("io/landbridge/host/view/Jackson3"))) {
            name.add(each);
          }
        }
      }
      assertThat(need)
          .isNotEmpty()
          .allMatch(each -> each.startsWith("io/landbridge/host/view/Jackson3"));
      assertThat(name).allMatch(each -> each.startsWith("io/landbridge/host/view/Jackson3"));
    }
  }

  /** Servers before 3.2 have no list, and read no file that names who would be in it. */
  @Test
  void nothingButTheListNeedsTheList() throws IOException {
    try (JarFile jar = jar()) {
      Set<String> need = new TreeSet<>();
      Set<String> name = new TreeSet<>();
      for (String each : names(jar)) {
        if (each.endsWith(".class")) {
          Set<String> linked = linked(text(jar, each).getBytes(StandardCharsets.ISO_8859_1));
          if (linked.stream().anyMatch(it -> it.startsWith(LIST_API))) {
            need.add(each);
          }
          if (linked.stream().anyMatch(it -> it.startsWith(LISTED))) {
            name.add(each);
          }
        }
      }
      assertThat(need).isNotEmpty().allMatch(each -> each.startsWith(LISTED));
      assertThat(name).isNotEmpty().allMatch(each -> each.startsWith(LISTED));
      assertThat(text(jar, "META-INF/services/com.alibaba.nacos.api.plugin.PluginProvider"))
          .isEqualToIgnoringWhitespace("io.landbridge.pluginlist.LandbridgeProvider");
      for (String line : List.of("nacos2", "nacos3")) {
        assertThat(text(jar, "META-INF/landbridge/symbols-" + line + ".txt"))
            .doesNotContain("com.alibaba.nacos.api.plugin.");
      }
    }
  }

  /** A JVM passes over annotations whose class is not there. */
  private static byte[] withoutAnnotations(byte[] bytes) {
    ClassWriter without = new ClassWriter(0);
    new ClassReader(bytes)
        .accept(
            new ClassVisitor(Opcodes.ASM9, without) {
              @Override
              public @Nullable AnnotationVisitor visitAnnotation(
                  String descriptor, boolean visible) {
                return null;
              }
            },
            0);
    return without.toByteArray();
  }

  /** Whatever the server brings may be another version of it, not Nacos alone. */
  @Test
  void listsEveryClassThatTheServerHasToBring() throws IOException {
    try (JarFile jar = jar()) {
      String lists = "";
      for (String line : List.of("nacos2", "nacos3")) {
        lists += text(jar, "META-INF/landbridge/symbols-" + line + ".txt");
      }
      Set<String> unlisted = new TreeSet<>();
      for (String each : names(jar)) {
        if (each.endsWith(".class") && !each.startsWith(LISTED)) {
          for (String referenced : linked(text(jar, each).getBytes(StandardCharsets.ISO_8859_1))) {
            boolean brought =
                !referenced.startsWith("io/landbridge/")
                    && !referenced.startsWith("org/jspecify/")
                    && !referenced.startsWith(JACKSON_3)
                    && ClassLoader.getPlatformClassLoader().getResource(referenced + ".class")
                        == null;
            if (brought
                && !lists.contains(referenced.replace('/', '.'))
                && !lists.contains("L" + referenced + ";")) {
              unlisted.add(each + " -> " + referenced);
            }
          }
        }
      }
      assertThat(unlisted).isEmpty();
      assertThat(lists)
          .contains(
              "org.rocksdb.RocksDB open ",
              "com.fasterxml.jackson.databind.ObjectMapper",
              "org.springframework.",
              "io.micrometer.core.instrument.",
              "ch.qos.logback.",
              "org.slf4j.LoggerFactory getLogger ",
              "jakarta.servlet.");
    }
  }

  /** Without the outer classes of those that are used, and generic types, which nobody loads. */
  private static Set<String> linked(byte[] bytes) {
    ClassWriter plain = new ClassWriter(0);
    new ClassReader(bytes)
        .accept(
            new ClassVisitor(Opcodes.ASM9, plain) {
              @Override
              public void visitInnerClass(String name, String outer, String inner, int access) {}
            },
            0);
    return references(plain.toByteArray());
  }

  private static Set<String> references(byte[] bytes) {
    Set<String> found = new TreeSet<>();
    Remapper recorder =
        new Remapper() {
          @Override
          public String map(String internalName) {
            found.add(internalName);
            return internalName;
          }
        };
    new ClassReader(bytes).accept(new ClassRemapper(new ClassWriter(0), recorder), 0);
    return found;
  }

  private static List<String> names(JarFile jar) {
    List<String> names = new ArrayList<>();
    jar.stream().filter(each -> !each.isDirectory()).forEach(each -> names.add(each.getName()));
    return names;
  }

  private static String text(JarFile jar, String name) throws IOException {
    try (InputStream in = jar.getInputStream(entry(jar, name))) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private static ZipEntry entry(JarFile jar, String name) {
    ZipEntry entry = jar.getEntry(name);
    assertThat(entry).as(name).isNotNull();
    return entry;
  }

  private static JarFile jar() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      List<Path> jars =
          files
              .filter(each -> each.getFileName().toString().startsWith("landbridge-naming-plugin-"))
              .filter(each -> each.toString().endsWith(".jar"))
              .toList();
      assertThat(jars).hasSize(1);
      return new JarFile(jars.get(0).toFile());
    }
  }
}
