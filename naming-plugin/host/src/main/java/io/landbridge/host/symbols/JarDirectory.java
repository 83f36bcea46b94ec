package io.landbridge.host.symbols;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The server's classes in directories and jars, also in the jars that a Spring Boot jar carries
 * inside. Only what belongs to the server is kept in memory: a few thousand small entries.
 */
final class JarDirectory implements ClassSource {

  private static final String INNER_CLASSES = "BOOT-INF/classes/";
  private static final String INNER_JARS = "BOOT-INF/lib/";

  /** What the plugin links to is in these packages. */
  private static final List<String> KEPT =
      List.of(
          "nacos-version.txt",
          "ch/qos/logback/",
          "com/alibaba/nacos/",
          "com/alipay/sofa/jraft/",
          "com/fasterxml/jackson/",
          "com/google/common/",
          "com/google/protobuf/",
          "io/grpc/",
          "io/micrometer/core/",
          "jakarta/servlet/",
          "javax/servlet/",
          "org/aopalliance/",
          "org/rocksdb/",
          "org/slf4j/",
          "org/springframework/");

  private final List<Path> roots;
  private final Map<String, byte[]> entries;

  private JarDirectory(List<Path> roots, Map<String, byte[]> entries) {
    this.roots = roots;
    this.entries = entries;
  }

  /**
   * Reads the given places.
   *
   * @param places jars, directories of jars (searched below, too) or directories of classes
   * @throws IOException if one does not exist or is no jar
   */
  static JarDirectory read(List<Path> places) throws IOException {
    List<Path> roots = new ArrayList<>();
    Map<String, byte[]> entries = new HashMap<>();
    for (Path place : places) {
      if (Files.isDirectory(place)) {
        roots.add(place);
        List<Path> jars;
        try (Stream<Path> below = Files.walk(place)) {
          jars = below.filter(each -> each.toString().endsWith(".jar")).sorted().toList();
        }
        for (Path jar : jars) {
          readJar(jar, entries);
        }
      } else {
        readJar(place, entries);
      }
    }
    return new JarDirectory(List.copyOf(roots), entries);
  }

  @Override
  public Optional<InputStream> open(String path) throws IOException {
    byte[] bytes = entries.get(path);
    if (bytes != null) {
      return Optional.of(new ByteArrayInputStream(bytes));
    }
    for (Path root : roots) {
      Path file = root.resolve(path);
      if (Files.isRegularFile(file)) {
        return Optional.of(Files.newInputStream(file));
      }
    }
    return Optional.empty();
  }

  private static void readJar(Path jar, Map<String, byte[]> entries) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(jar))) {
      readEntries(zip, entries);
    }
  }

  private static void readEntries(ZipInputStream zip, Map<String, byte[]> entries)
      throws IOException {
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      String name = entry.getName();
      if (name.startsWith(INNER_JARS) && name.endsWith(".jar")) {
        readEntries(new ZipInputStream(new ByteArrayInputStream(zip.readAllBytes())), entries);
        continue;
      }
      String path = name.startsWith(INNER_CLASSES) ? name.substring(INNER_CLASSES.length()) : name;
      if (KEPT.stream().anyMatch(path::startsWith)) {
        entries.putIfAbsent(path, zip.readAllBytes());
      }
    }
  }
}
