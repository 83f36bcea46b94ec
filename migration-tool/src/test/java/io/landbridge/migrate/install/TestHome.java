package io.landbridge.migrate.install;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes homes of servers, jars and archives that are as large as a test needs. */
final class TestHome {

  private TestHome() {}

  /** The layout of an unpacked official server. */
  static Path make(Path root, String version) throws IOException {
    Files.createDirectories(root.resolve("target"));
    Files.createDirectories(root.resolve("conf"));
    Files.createDirectories(root.resolve("bin"));
    zip(
        root.resolve("target/nacos-server.jar"),
        "META-INF/MANIFEST.MF",
        "Manifest-Version: 1.0\n",
        "BOOT-INF/lib/nacos-naming-%s.jar".formatted(version),
        "",
        "BOOT-INF/lib/nacos-client-9.9.9.jar",
        "");
    Files.writeString(root.resolve("conf/application.properties"), "server.port=8848\n");
    Files.writeString(root.resolve("bin/startup.sh"), "JAVA_PATH=$(which java)\n");
    return root;
  }

  /** A JDK, as far as its version is asked. */
  static Path java(Path home, String version) throws IOException {
    Path java = home.resolve("bin/java");
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(java, "");
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"%s\"\n".formatted(version));
    return java;
  }

  /** A jar of the plugin. */
  static Path plugin(Path jar, String version) throws IOException {
    Files.createDirectories(jar.getParent());
    zip(
        jar,
        "META-INF/MANIFEST.MF",
        "Manifest-Version: 1.0\nImplementation-Version: %s\n\n".formatted(version),
        "io/landbridge/entry/LandbridgeEntry.class",
        "");
    return jar;
  }

  /** An unpacked archive. */
  static Archive archive(Path root, String version) throws Exception {
    plugin(root.resolve("plugins/landbridge-naming-plugin-%s.jar".formatted(version)), version);
    Files.createDirectories(root.resolve("conf"));
    Files.copy(
        Path.of("../distribution/src/landbridge.properties"),
        root.resolve("conf/landbridge.properties"));
    return Archive.open(root);
  }

  static void zip(Path file, String... namesAndTexts) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int i = 0; i < namesAndTexts.length; i += 2) {
        zip.putNextEntry(new ZipEntry(namesAndTexts[i]));
        zip.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /** Everything below a directory: files with their bytes, directories, and where links lead. */
  static SortedMap<String, String> content(Path root) throws IOException {
    SortedMap<String, String> content = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path each : all.toList()) {
        String name = root.relativize(each).toString();
        if (Files.isSymbolicLink(each)) {
          content.put(name, "link to " + Files.readSymbolicLink(each));
        } else if (Files.isDirectory(each)) {
          content.put(name, "directory");
        } else {
          content.put(name, HexFormat.of().formatHex(Files.readAllBytes(each)));
        }
      }
    }
    return content;
  }
}
