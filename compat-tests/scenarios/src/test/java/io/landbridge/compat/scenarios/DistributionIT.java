package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.compat.cluster.Artifacts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The archives, as an operator unpacks them. */
class DistributionIT {

  private static final Path TARGET = Artifacts.locate().distribution().resolve("target");

  private static final Duration LIMIT = Duration.ofSeconds(180);

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"tar.gz, tar -xzf", "zip, jar -xf"})
  void theCommandRunsWhereItIsUnpacked(String type, String unpack) throws Exception {
    Path home = unpacked(type, unpack);
    Path command = home.resolve("bin/landbridge");
    // The zip format keeps permissions, but the jar tool does not restore them.
    if (type.equals("zip")) {
      assertThat(command.toFile().setExecutable(true)).isTrue();
    }

    assertThat(command).isExecutable();
    assertThat(output(directory, command.toString(), "--help"))
        .contains("scan", "plan", "apply", "verify", "rollback");
    String version = home.getFileName().toString().substring("landbridge-".length());
    assertThat(output(directory, command.toString(), "--version")).contains(version);
  }

  @Test
  void theArchiveHoldsWhatIsNeededAndNothingElse() throws Exception {
    Path home = unpacked("tar.gz", "tar -xzf");
    String version = home.getFileName().toString().substring("landbridge-".length());

    try (Stream<Path> files = Files.walk(home)) {
      assertThat(files.filter(Files::isRegularFile).map(home::relativize).map(Path::toString))
          .contains(
              "plugins/landbridge-naming-plugin-" + version + ".jar",
              "lib/landbridge-cli-" + version + ".jar",
              "bin/landbridge",
              "conf/landbridge.properties",
              "INSTALL.md",
              "CHANGELOG.md",
              "LICENSE",
              "NOTICE",
              "licenses/jackson-core-2.19.2-jar/META-INF/FastDoubleParser-LICENSE",
              "sbom/landbridge-cli.cdx.json",
              "sbom/landbridge-naming-plugin.cdx.json",
              "docs/admin-api.md",
              "docs/cli.md",
              "docs/zh/choose.md",
              "monitoring/alerts.yaml",
              "kubernetes/kustomization.yaml",
              "image/Dockerfile",
              "compose.yaml",
              "demo/landbridge-demo-" + version + ".jar",
              "image/Dockerfile.demo",
              "docs/schemas/scan-1.json",
              "docs/examples/01-scan.sh",
              "share/man/man1/landbridge.1",
              "share/man/man1/landbridge-bridge-check.1",
              "share/bash-completion/completions/landbridge")
          .allMatch(
              name ->
                  name.matches(
                      "(plugins|lib|bin|docs|conf|sbom)/[^/]+|[A-Z]+(\\.md)?"
                          + "|licenses/[a-z0-9.-]+/META-INF/[A-Za-z-]+|docs/adr/([0-9]{4}-.*|README)\\.md"
                          + "|docs/zh/[a-z-]+\\.md"
                          + "|docs/schemas/[a-z-]+-1\\.json|docs/examples/[0-9]{2}-[a-z-]+\\.sh"
                          + "|kubernetes/[a-z-]+\\.yaml|image/Dockerfile(\\.(server|demo))?|compose\\.yaml"
                          + "|demo/(provider\\.jars|consumer\\.jars|jvm\\.args|landbridge-demo-[^/]+\\.jar)"
                          + "|monitoring/(alerts|alerts-test)\\.yaml|monitoring/dashboards/[a-z]+\\.json"
                          + "|share/man/man1/landbridge[a-z-]*\\.1"
                          + "|share/bash-completion/completions/landbridge"));
    }
    assertThat(home.resolve("docs/examples/01-scan.sh")).isExecutable();
    for (String each : List.of("INSTALL.md", "kubernetes/kustomization.yaml")) {
      assertThat(home.resolve(each)).content().contains(version).doesNotContain("${");
    }
  }

  @Test
  void theCommandSaysWhoseWorkIsInIt() throws Exception {
    Path home = unpacked("tar.gz", "tar -xzf");
    String version = home.getFileName().toString().substring("landbridge-".length());
    Path jar = home.resolve("lib/landbridge-cli-" + version + ".jar");

    output(directory, tool("jar"), "-xf", jar.toString(), "META-INF/NOTICE");

    assertThat(directory.resolve("META-INF/NOTICE"))
        .content()
        .contains("The Landbridge authors", "Jackson");
  }

  /** Two builds give the same bytes if nothing is in the archive that only one of them knows. */
  @Test
  void theArchiveKnowsNeitherTimeNorPlaceNorUserOfItsBuild() throws Exception {
    String listed = output(directory, "tar", "--full-time", "-tvzf", archive("tar.gz").toString());
    List<String> names = new ArrayList<>();
    for (String line : listed.lines().toList()) {
      String[] parts = line.split(" +", 6);
      assertThat(List.of(parts[0], parts[1], parts[3], parts[4]))
          .as(line)
          .isIn(
              List.of("drwxr-xr-x", "root/root", "2026-11-01", "00:00:00"),
              List.of("-rwxr-xr-x", "root/root", "2026-11-01", "00:00:00"),
              List.of("-rw-r--r--", "root/root", "2026-11-01", "00:00:00"));
      if (!parts[5].endsWith("/")) {
        names.add(parts[5]);
      }
    }
    assertThat(names).hasSizeGreaterThan(100);
    Path home = unpacked("tar.gz", "tar -xzf");
    List<Path> zips = new ArrayList<>(List.of(archive("zip")));
    try (Stream<Path> files = Files.walk(home)) {
      files.filter(each -> each.toString().endsWith(".jar")).forEach(zips::add);
    }
    assertThat(zips).hasSize(4);
    for (Path each : zips) {
      try (ZipFile zip = new ZipFile(each.toFile())) {
        assertThat(zip.stream())
            .as("%s", each)
            // Those of libraries have the time they had.
            .noneMatch(entry -> entry.getTimeLocal().isAfter(LocalDateTime.of(2026, 11, 1, 0, 0)))
            .noneMatch(entry -> entry.getName().endsWith("MANIFEST.MF") && hasBuilder(zip, entry));
      }
    }
    String root = Artifacts.locate().root().toString();
    try (Stream<Path> files = Files.walk(home)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1))
            .as("%s", each)
            .doesNotContain(root);
      }
    }
  }

  private static boolean hasBuilder(ZipFile zip, ZipEntry manifest) {
    try (InputStream in = zip.getInputStream(manifest)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).contains("Built-By");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tar.gz", "zip"})
  void theChecksumIsThatOfTheArchive(String type) throws Exception {
    Path archive = archive(type);
    String hash =
        HexFormat.of()
            .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive)));

    assertThat(archive.resolveSibling(archive.getFileName() + ".sha256"))
        .hasContent("%s  %s".formatted(hash, archive.getFileName()));
  }

  /** By what the names of its classes begin with, the library in a jar of ours. */
  private static final Map<String, String> LIBRARIES =
      Map.of(
          "com/fasterxml/jackson/core/", "jackson-core",
          "com/fasterxml/jackson/databind/", "jackson-databind",
          "com/fasterxml/jackson/annotation/", "jackson-annotations",
          "com/fasterxml/jackson/dataformat/yaml/", "jackson-dataformat-yaml",
          "org/yaml/snakeyaml/", "snakeyaml",
          "picocli/", "picocli",
          "org/apache/hc/core5/", "httpcore5",
          "io/landbridge/bundled/hc/core5/", "httpcore5",
          "org/jspecify/annotations/", "jspecify");

  /** The same for what the console page takes from npm packages, which has no classes. */
  private static final Map<String, String> SCRIPTS =
      Map.of(
          "io/landbridge/console/lib/preact/", "preact", "io/landbridge/console/lib/htm/", "htm");

  /** The licenses that the archive may contain. */
  private static final List<String> LICENSES = List.of("Apache-2.0", "MIT", "BSD-2-Clause");

  @ParameterizedTest
  @CsvSource({"landbridge-cli, lib", "landbridge-naming-plugin, plugins"})
  void theBillOfMaterialsHasWhatIsInTheJarUnderLicensesThatAreAllowed(String name, String folder)
      throws Exception {
    Path home = unpacked("tar.gz", "tar -xzf");
    JsonNode components =
        new ObjectMapper()
            .readTree(home.resolve("sbom/%s.cdx.json".formatted(name)).toFile())
            .get("components");
    SortedSet<String> listed = new TreeSet<>();
    for (JsonNode each : components) {
      String artifact = each.get("name").asText();
      assertThat(each.path("licenses")).as(artifact).isNotEmpty();
      for (JsonNode license : each.get("licenses")) {
        assertThat(license.path("license").path("id").asText()).as(artifact).isIn(LICENSES);
      }
      if (!each.get("group").asText().equals("io.landbridge")) {
        listed.add(artifact);
      }
    }

    String version = home.getFileName().toString().substring("landbridge-".length());
    SortedSet<String> bundled = new TreeSet<>();
    try (ZipFile jar =
        new ZipFile(home.resolve(folder).resolve(name + "-" + version + ".jar").toFile())) {
      for (ZipEntry each : jar.stream().filter(e -> e.getName().endsWith(".class")).toList()) {
        String type = each.getName().replaceFirst("^META-INF/versions/[0-9]+/", "");
        Optional<String> library =
            LIBRARIES.keySet().stream().filter(type::startsWith).findFirst().map(LIBRARIES::get);
        assertThat(library.isPresent() || type.startsWith("io/landbridge/")).as(type).isTrue();
        library.ifPresent(bundled::add);
      }
      for (ZipEntry each : jar.stream().toList()) {
        SCRIPTS.keySet().stream()
            .filter(each.getName()::startsWith)
            .map(SCRIPTS::get)
            .forEach(bundled::add);
      }
    }
    assertThat(listed).isNotEmpty().isEqualTo(bundled);
  }

  @Test
  void linksLeadSomewhereInTheArchive() throws Exception {
    Path home = unpacked("tar.gz", "tar -xzf");
    List<Path> pages = Links.pages(home);
    assertThat(pages).contains(home.resolve("docs/cli.md"));
    for (Path page : pages) {
      assertThat(Links.dead(page)).isEmpty();
    }
  }

  @Test
  void theManualIsRead() throws Exception {
    assumeThat(Path.of("/usr/bin/groff")).exists();
    Path pages = unpacked("tar.gz", "tar -xzf").resolve("share/man/man1");
    try (Stream<Path> files = Files.list(pages)) {
      for (Path page : files.toList()) {
        // Warnings would be in the output.
        assertThat(output(directory, "/usr/bin/groff", "-man", "-ww", "-z", page.toString()))
            .as("%s", page)
            .isEmpty();
      }
    }
    String page =
        output(
            directory,
            "/usr/bin/groff",
            "-man",
            "-Tascii",
            "-P-c",
            pages.resolve("landbridge-bridge-cut-over.1").toString());
    // Lines are filled up with blanks.
    assertThat(page.replaceAll("\\s+", " "))
        .contains("landbridge-bridge-cut-over - ", "--server", "--yes");
  }

  /** The archive of classes that makes it fast is nothing the command depends on. */
  @Test
  void itStartsWhereItMayWriteNothingAndWithAnyJvm() throws Exception {
    Path home = unpacked("tar.gz", "tar -xzf");
    String command = home.resolve("bin/landbridge").toString();
    Path cache = directory.resolve("cache");
    Map<String, String> environment = Map.of("LANDBRIDGE_CACHE", cache.toString());
    output(directory, "chmod", "-R", "a-w", home.toString());
    String help = output(directory, Map.of("LANDBRIDGE_CACHE", ""), command, "--help");
    assertThat(help).contains("scan");
    assertThat(cache).doesNotExist();
    SortedMap<String, FileTime> installed = files(home);

    assertThat(output(directory, environment, command, "--help")).isEqualTo(help);
    Path archive = await().atMost(LIMIT).until(() -> archives(cache), hasSize(1)).get(0);
    assertThat(archive).isNotEmptyFile();
    assertThat(output(directory, environment, command, "--help")).isEqualTo(help);
    assertThat(files(home)).isEqualTo(installed);

    Files.write(archive, new byte[10_000]);
    assertThat(output(directory, environment, command, "--help")).isEqualTo(help);

    Path other = directory.resolve("jvm");
    output(
        directory,
        Path.of(System.getProperty("java.home"), "bin/jlink").toString(),
        "--add-modules",
        "java.base,java.logging,java.net.http,java.xml",
        "--output",
        other.toString());
    Map<String, String> there = new TreeMap<>(environment);
    there.put("JAVA_HOME", other.toString());
    assertThat(output(directory, there, command, "--help")).isEqualTo(help);
    await().atMost(LIMIT).until(() -> archives(cache), hasSize(2));
    assertThat(output(directory, there, command, "--help")).isEqualTo(help);
    output(directory, "chmod", "-R", "u+w", home.toString());
  }

  /** For hosts without Java, or with one that is too old: neither is asked. */
  @Test
  void theBundleBringsItsJava() throws Exception {
    Path distribution = Artifacts.locate().distribution();
    String made =
        output(
                directory,
                Map.of("JAVA_HOME", System.getProperty("java.home")),
                distribution.resolve("bundle").toString())
            .lines()
            .reduce((first, second) -> second)
            .orElseThrow();
    Path bundle = distribution.resolveSibling(made);
    output(bundle.getParent(), "sha256sum", "--check", bundle.getFileName() + ".sha256");
    output(directory, "tar", "-xzf", bundle.toString());
    String name = archive("tar.gz").getFileName().toString();
    Path home = directory.resolve(name.substring(0, name.length() - ".tar.gz".length()));
    Path other = Files.createDirectories(directory.resolve("old/bin")).resolve("java");
    Files.writeString(other, "#!/bin/sh\nexit 9\n");
    assertThat(other.toFile().setExecutable(true)).isTrue();
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME",
            directory.resolve("old").toString(),
            "PATH",
            other.getParent() + ":" + System.getenv("PATH"),
            "LANDBRIDGE_CACHE",
            "");
    String command = home.resolve("bin/landbridge").toString();

    assertThat(output(directory, environment, command, "--version"))
        .contains(home.getFileName().toString().substring("landbridge-".length()));
    // With TLS and through the client of HTTP: what the modules have to be there for.
    assertThat(
            output(
                directory,
                environment,
                "sh",
                "-c",
                command + " status --server https://127.0.0.1:1 -o json || [ $? = 1 ]"))
        .contains("UNREACHABLE");
    assertThat(output(home, "runtime/bin/java", "--list-modules"))
        .contains("jdk.crypto.ec", "jdk.charsets");
    assertThat(home.resolve("runtime/legal/java.base")).isDirectory();
  }

  private static List<Path> archives(Path cache) throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.filter(file -> file.toString().endsWith(".jsa")).toList();
    }
  }

  private static Predicate<List<Path>> hasSize(int size) {
    return list -> list.size() == size;
  }

  private static SortedMap<String, FileTime> files(Path home) throws IOException {
    SortedMap<String, FileTime> times = new TreeMap<>();
    try (Stream<Path> files = Files.walk(home)) {
      for (Path each : files.toList()) {
        times.put(each.toString(), Files.getLastModifiedTime(each));
      }
    }
    return times;
  }

  private static Path archive(String type) throws IOException {
    try (Stream<Path> files = Files.list(TARGET)) {
      return files
          .filter(file -> file.getFileName().toString().matches("landbridge-.*\\." + type))
          .findFirst()
          .orElseThrow(() -> new AssertionError("No archive of type " + type + " in " + TARGET));
    }
  }

  private Path unpacked(String type, String unpack) throws Exception {
    Path archive = archive(type);
    String[] command = unpack.split(" ", -1);
    output(directory, tool(command[0]), command[1], archive.toString());
    String name = archive.getFileName().toString();
    return directory.resolve(name.substring(0, name.length() - type.length() - 1));
  }

  private static String tool(String name) {
    return name.equals("jar")
        ? Path.of(System.getProperty("java.home"), "bin/jar").toString()
        : name;
  }

  private static String output(Path directory, String... command)
      throws IOException, InterruptedException {
    return output(directory, Map.of(), command);
  }

  private static String output(Path directory, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(directory, "out", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(List.of(command))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
          .as("%s ends", List.of(command))
          .isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(out)).isZero();
    return Files.readString(out);
  }
}
