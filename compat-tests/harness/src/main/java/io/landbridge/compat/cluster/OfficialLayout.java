package io.landbridge.compat.cluster;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * Lays out a server from Maven Central as a release of Nacos is unpacked: {@code
 * target/nacos-server.jar} with all others in it, {@code conf}, and scripts that are called like
 * those of a release and start the same way.
 */
public final class OfficialLayout {

  private static final String START =
      """
      #!/usr/bin/env bash
      # Called like the script of a release: startup.sh -m standalone
      set -euo pipefail
      cd "$(dirname "${BASH_SOURCE[0]}")/.."
      mkdir -p logs plugins
      options=()
      [[ ${2:-} != standalone ]] || options+=(-Dnacos.standalone=true)
      # A server that a test forgot ends by itself.
      nohup timeout 900 "$JAVA_HOME/bin/java" -Xms256m -Xmx512m -XX:TieredStopAtLevel=1 "${options[@]}" \\
        -Dnacos.home="$PWD" -Dloader.path="$PWD/plugins" -jar "$PWD/target/nacos-server.jar" \\
        --spring.config.additional-location="file:$PWD/conf/" >logs/start.out 2>&1 </dev/null &
      echo $! >logs/server.pid
      """;

  private static final String STOP =
      """
      #!/usr/bin/env bash
      set -euo pipefail
      kill "$(<"$(dirname "${BASH_SOURCE[0]}")/../logs/server.pid")"
      """;

  private OfficialLayout() {}

  /**
   * Writes a server.
   *
   * @param home a directory that does not exist
   * @param version that is built
   */
  public static void write(Path home, NacosVersion version) throws IOException {
    Artifacts artifacts = Artifacts.locate();
    for (String part : List.of("bin", "conf", "target")) {
      Files.createDirectories(home.resolve(part));
    }
    Files.writeString(
        home.resolve("conf/application.properties"),
        """
        # Made of what is on Maven Central.
        %s=8848
        nacos.core.auth.system.type=nacos
        """
            .formatted(version.line() == 3 ? "nacos.server.main.port" : "server.port"));
    script(home.resolve("bin/startup.sh"), START);
    script(home.resolve("bin/shutdown.sh"), STOP);
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(
        Attributes.Name.MAIN_CLASS,
        version.line() == 3
            ? "org.springframework.boot.loader.launch.PropertiesLauncher"
            : "org.springframework.boot.loader.PropertiesLauncher");
    main.putValue("Start-Class", version.mainClass());
    main.putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
    main.putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
    try (JarOutputStream jar =
        new JarOutputStream(
            new BufferedOutputStream(
                Files.newOutputStream(home.resolve("target/nacos-server.jar")), 1 << 16),
            manifest)) {
      content(jar, artifacts, version);
    }
  }

  private static void content(JarOutputStream jar, Artifacts artifacts, NacosVersion version)
      throws IOException {
    Set<String> directories = new HashSet<>();
    for (Path classes : artifacts.launcherClasses(version)) {
      try (Stream<Path> files = Files.walk(classes)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          store(jar, directories, "BOOT-INF/classes/" + classes.relativize(file), bytes(file));
        }
      }
    }
    for (Path each : artifacts.serverJars(version)) {
      String name = each.getFileName().toString();
      if (name.startsWith("spring-boot-loader-")) {
        unpack(jar, directories, each);
      } else if (name.endsWith(".jar")) {
        store(jar, directories, "BOOT-INF/lib/" + name, bytes(each));
      }
    }
  }

  private static byte[] bytes(Path file) throws IOException {
    return Files.readAllBytes(file);
  }

  private static void unpack(JarOutputStream jar, Set<String> directories, Path loader)
      throws IOException {
    try (JarFile content = new JarFile(loader.toFile())) {
      for (JarEntry entry : content.stream().filter(each -> !each.isDirectory()).toList()) {
        if (entry.getName().endsWith(".class")) {
          try (InputStream in = content.getInputStream(entry)) {
            store(jar, directories, entry.getName(), in.readAllBytes());
          }
        }
      }
    }
  }

  /** Nested jars are read in place, which only works if they are not compressed. */
  private static void store(JarOutputStream jar, Set<String> directories, String name, byte[] bytes)
      throws IOException {
    for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
      String directory = name.substring(0, slash + 1);
      if (directories.add(directory)) {
        jar.putNextEntry(new ZipEntry(directory));
      }
    }
    ZipEntry entry = new ZipEntry(name);
    CRC32 sum = new CRC32();
    sum.update(bytes);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    entry.setCrc(sum.getValue());
    jar.putNextEntry(entry);
    jar.write(bytes);
    jar.closeEntry();
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
