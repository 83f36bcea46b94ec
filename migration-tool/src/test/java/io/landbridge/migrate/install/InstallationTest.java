package io.landbridge.migrate.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.landbridge.migrate.install.CheckOutcome.Check;
import io.landbridge.migrate.install.CheckOutcome.Result;
import io.landbridge.migrate.install.Machine.Finished;
import io.landbridge.migrate.install.Machine.RunningProgram;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InstallationTest {

  private static final Map<String, String> NOTHING = Map.of();
  private static final Map<String, String> CACHE = Map.of("landbridge.view.cache", "64MB");
  private static final String JAR = "plugins/landbridge-naming-plugin-1.2.0.jar";

  @TempDir private Path directory;
  private final TestMachine machine = new TestMachine();
  private Path root;
  private Archive archive;

  @BeforeEach
  void makeHome() throws Exception {
    // A temporary directory may be behind a link.
    directory = directory.toRealPath();
    root = TestHome.make(directory.resolve("nacos"), "3.1.0");
    archive = TestHome.archive(directory.resolve("archive"), "1.2.0");
    TestHome.java(directory.resolve("jdk"), "17.0.9");
    machine.environment.put("JAVA_HOME", directory.resolve("jdk").toString());
  }

  private Installation installation() throws InstallException {
    return new Installation(NacosHome.open(root, machine), machine);
  }

  private Proposal find(Map<String, String> settings) throws Exception {
    return installation().install(archive, settings, Optional.empty(), false);
  }

  private void install(Map<String, String> settings) throws Exception {
    Proposal found = find(settings);
    assertThat(found.isReady()).as("%s", found.outcomes()).isTrue();
    found.carryOut();
  }

  private void uninstall() throws Exception {
    Proposal found = installation().uninstall();
    assertThat(found.isReady()).as("%s", found.outcomes()).isTrue();
    found.carryOut();
    assertThat(installation().uninstall().changes()).isEmpty();
  }

  private static void stops(Proposal found, Check check, String... words) {
    assertThat(found.outcomes())
        .filteredOn(each -> each.check() == check && each.isObstacle())
        .hasSize(1)
        .allSatisfy(each -> assertThat(each.what() + " " + each.advice()).contains(words));
    assertThat(found.changes()).isEmpty();
  }

  private void settings(String text) throws Exception {
    Files.writeString(
        root.resolve("conf/application.properties"), text, StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.2.4", "2.5.1", "3.0.3", "3.1.0"})
  void jarAndSettingsAreInTheHomeOfEachLine(String version) throws Exception {
    root = TestHome.make(directory.resolve(version), version);

    install(CACHE);

    assertThat(NacosHome.open(root, machine).version()).isEqualTo(version);
    assertThat(root.resolve(JAR)).hasSameBinaryContentAs(archive.plugin().file());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve(JAR))))
        .isEqualTo("rw-r--r--");
    assertThat(root.resolve("conf/application.properties"))
        .content()
        .startsWith("server.port=8848\n")
        .contains("\n# About how much heap", "\nlandbridge.view.cache=64MB\n");
  }

  @Test
  void settingsFileStaysWithoutSettings() throws Exception {
    SortedMap<String, String> before = TestHome.content(root.resolve("conf"));

    install(NOTHING);

    assertThat(TestHome.content(root.resolve("conf"))).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a=1\n",
        "a=1",
        "",
        "a=1\r\nb=2\r\n",
        "a=1\r\nb=2",
        "a=1\nb=2\r\n\u00c3\u00a9=\u0000\n\n\n",
        "landbridge.start.wait=3s\n"
      })
  void homeIsTheSameAfterUninstall(String text) throws Exception {
    settings(text);
    SortedMap<String, String> before = TestHome.content(root);

    install(CACHE);
    install(Map.of("landbridge.view.cache", "1GB", "landbridge.enabled", "false"));
    assertThat(TestHome.content(root)).isNotEqualTo(before);
    uninstall();

    assertThat(TestHome.content(root)).isEqualTo(before);
  }

  @Test
  void directoryOfPluginsThatWasThereStays() throws Exception {
    Files.createDirectory(root.resolve("plugins"));
    SortedMap<String, String> empty = TestHome.content(root);
    install(NOTHING);
    uninstall();
    assertThat(TestHome.content(root)).isEqualTo(empty);

    TestHome.zip(root.resolve("plugins/other.jar"), "com/example/Other.class", "");
    Files.writeString(root.resolve("plugins/broken.jar"), "no jar");
    Files.createDirectories(root.resolve("plugins/health"));
    SortedMap<String, String> full = TestHome.content(root);
    assertThat(find(NOTHING).outcomes())
        .filteredOn(each -> each.result() == Result.WARNING)
        .singleElement()
        .satisfies(each -> assertThat(each.what()).contains("plugins/broken.jar"));
    install(NOTHING);
    uninstall();
    assertThat(TestHome.content(root)).isEqualTo(full);
  }

  @Test
  void directoryThatWasMadeStaysWithWhatSomebodyPutThere() throws Exception {
    install(NOTHING);
    Files.writeString(root.resolve("plugins/mine.txt"), "mine");

    uninstall();

    assertThat(TestHome.content(root.resolve("plugins"))).containsOnlyKeys("", "mine.txt");
  }

  @Test
  void readOnlySettingsFileKeepsItsPermissionsAndBytes() throws Exception {
    Path file = root.resolve("conf/application.properties");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
    SortedMap<String, String> before = TestHome.content(root);

    install(CACHE);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("r--r-----");
    uninstall();

    assertThat(TestHome.content(root)).isEqualTo(before);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("r--r-----");
  }

  @Test
  void secondRunChangesNothing() throws Exception {
    install(CACHE);
    SortedMap<String, String> once = TestHome.content(root);

    assertThat(find(CACHE).changes()).isEmpty();
    assertThat(find(NOTHING).changes()).isEmpty();
    install(CACHE);

    assertThat(TestHome.content(root)).isEqualTo(once);
  }

  @ParameterizedTest
  @CsvSource({
    "landbridge-naming-plugin-1.1.9.jar, 1.1.9",
    "landbridge-naming-plugin-1.2.0-SNAPSHOT.jar, 1.2.0-SNAPSHOT",
    "renamed.jar, 0.9",
    "landbridge-naming-plugin-1.2.0.jar, 1.2.0",
    "odd.jar, something",
  })
  void olderJarIsReplacedWhateverItsName(String name, String version) throws Exception {
    TestHome.plugin(root.resolve("plugins").resolve(name), version + "\nOther: bytes");

    install(NOTHING);

    assertThat(TestHome.content(root.resolve("plugins")))
        .containsOnlyKeys("", "landbridge-naming-plugin-1.2.0.jar");
    assertThat(root.resolve(JAR)).hasSameBinaryContentAs(archive.plugin().file());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.2.1", "1.10.0", "2.0.0-SNAPSHOT", "1.2.0.1"})
  void newerJarIsReplacedOnPurposeOnly(String version) throws Exception {
    Path newer = TestHome.plugin(root.resolve("plugins/newer.jar"), version);

    stops(find(NOTHING), Check.PLUGINS, "plugins/newer.jar", version, "1.2.0", "--downgrade");

    Proposal found = installation().install(archive, NOTHING, Optional.empty(), true);
    assertThat(found.isReady()).isTrue();
    found.carryOut();
    assertThat(newer).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"health", "cmdb", "selector"})
  void copyThatTheServerLoadsFromElsewhereStops(String other) throws Exception {
    TestHome.plugin(root.resolve("plugins").resolve(other).resolve("x.jar"), "1.0.0");

    stops(find(NOTHING), Check.PLUGINS, "plugins/%s/x.jar".formatted(other), "1.0.0", "remove");
  }

  @Test
  void linkToTheHomeIsFollowed() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("current"), root);
    root = link;

    install(CACHE);

    assertThat(directory.resolve("nacos").resolve(JAR)).exists();
    assertThat(link).isSymbolicLink();
  }

  @Test
  void linksInTheHomeAreRefused() throws Exception {
    Path shared = Files.createDirectory(directory.resolve("shared"));
    Path link = Files.createSymbolicLink(root.resolve("plugins"), shared);
    stops(find(NOTHING), Check.PLUGINS, "symbolic link to " + shared, "by hand");
    assertThat(shared).isEmptyDirectory();

    Files.delete(link);
    Path jar = TestHome.plugin(directory.resolve("shared/x.jar"), "1.0.0");
    Files.createDirectory(link);
    Files.createSymbolicLink(root.resolve("plugins/x.jar"), jar);
    stops(find(NOTHING), Check.PLUGINS, "plugins/x.jar", "symbolic link", "1.0.0");
    stops(installation().uninstall(), Check.PLUGINS, "plugins/x.jar", "symbolic link");
    Files.delete(root.resolve("plugins/x.jar"));

    Path settings = root.resolve("conf/application.properties");
    Files.move(settings, shared.resolve("application.properties"));
    Files.createSymbolicLink(settings, shared.resolve("application.properties"));
    stops(find(CACHE), Check.SETTINGS, "conf/application.properties is a symbolic link");
    assertThat(find(NOTHING).isReady()).isTrue();

    Files.delete(settings);
    Files.move(root.resolve("conf"), directory.resolve("conf"));
    Files.move(
        shared.resolve("application.properties"), directory.resolve("conf/application.properties"));
    Files.createSymbolicLink(root.resolve("conf"), directory.resolve("conf"));
    stops(find(CACHE), Check.SETTINGS, "conf is a symbolic link");
    assertThat(find(NOTHING).isReady()).isTrue();
  }

  @Test
  void settingThatStandsOutsideTheBlockIsNotOverruled() throws Exception {
    settings("a=1\nlandbridge.view.cache=32MB\n");
    stops(find(CACHE), Check.SETTINGS, "landbridge.view.cache is set to '32MB' in line 2");

    settings("a=1\nlandbridge.view.cache=64MB\n");
    SortedMap<String, String> before = TestHome.content(root.resolve("conf"));
    install(CACHE);
    assertThat(TestHome.content(root.resolve("conf"))).isEqualTo(before);
    assertThat(installation().uninstall().outcomes())
        .filteredOn(each -> each.result() == Result.WARNING)
        .singleElement()
        .satisfies(each -> assertThat(each.what()).contains("landbridge.view.cache"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=1\n#---\nspring.config.activate.on-profile=x\n", "a=1\\"})
  void fileWhoseEndIsATrapIsRefused(String text) throws Exception {
    settings(text);

    stops(find(CACHE), Check.SETTINGS, "conf/application.properties", "by hand");
    assertThat(find(NOTHING).isReady()).isTrue();
  }

  @Test
  void damagedBlockIsRefused() throws Exception {
    install(CACHE);
    String text = Files.readString(root.resolve("conf/application.properties"));
    settings(text.replace(SettingsText.END + "\n", ""));

    stops(find(CACHE), Check.SETTINGS, "lost its first or last line");
    stops(installation().uninstall(), Check.SETTINGS, "lost its first or last line");
  }

  @ParameterizedTest
  @CsvSource({
    "landbridge.vieww.cache, 64MB, there is no setting",
    "server.port, 1, there is no setting",
    "landbridge.view.cache, much, is not a size",
    "landbridge.start.wait, soon, is not a duration",
    "landbridge.enabled, yes, is not true or false",
    "landbridge.view.max-shrink, half, is not a whole percentage",
    "landbridge.log.max-files, 5.5, is not a whole number",
  })
  void unknownOrMalformedSettingIsRefused(String key, String value, String words) {
    assertThatThrownBy(() -> find(Map.of(key, value)))
        .isInstanceOf(InstallException.class)
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @CsvSource({
    "landbridge.view.cache, 512KB",
    "landbridge.start.wait, 0s",
    "landbridge.start.wait, PT10S",
    "landbridge.enabled, false",
    "landbridge.view.max-shrink, 20%",
    "landbridge.log.max-files, 3",
    "landbridge.bridge.allow, nacos1.example.com:8848",
  })
  void valueThatThePluginReadsIsTaken(String key, String value) throws Exception {
    install(Map.of(key, value));

    assertThat(root.resolve("conf/application.properties"))
        .content()
        .contains("\n%s=%s\n".formatted(key, value));
  }

  @Test
  void serverThatLacksSomethingIsRefused() throws Exception {
    machine.verdict = new Finished(1, "Nacos 2.0.3 lacks 44 things this plugin needs: a.B.\n");
    stops(find(NOTHING), Check.SERVER, "lacks 44 things", "supported version");

    machine.verdict = new Finished(2, "Cannot read x\n");
    stops(find(NOTHING), Check.SERVER, "Cannot read x");

    assertThat(machine.commands.get(0))
        .contains(
            "-jar",
            archive.plugin().file().toString(),
            "--check",
            root.resolve("target/nacos-server.jar").toString());
  }

  @Test
  void untestedServerIsAWarning() throws Exception {
    machine.verdict =
        new Finished(0, "Nacos 3.2.0 has everything this plugin needs. It was never tested.\n");

    Proposal found = find(NOTHING);

    assertThat(found.isReady()).isTrue();
    assertThat(found.outcomes().get(0))
        .isEqualTo(
            CheckOutcome.warning(
                Check.SERVER,
                "Nacos 3.2.0 has everything this plugin needs.",
                "It was never tested."));
  }

  private CheckOutcome java() throws Exception {
    return find(NOTHING).outcomes().stream()
        .filter(each -> each.check() == Check.JAVA)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void javaIsTheOneThatTheStartScriptTakes() throws Exception {
    assertThat(java().what()).startsWith("Java 17 at ").endsWith("jdk/bin/java, by JAVA_HOME");

    machine.environment.put("JAVA_HOME", directory.resolve("gone").toString());
    machine.environment.put("HOME", directory.toString());
    TestHome.java(directory.resolve("jdk/java"), "21.0.1");
    assertThat(java().what()).startsWith("Java 21 at ").contains("jdk/java/bin/java");

    machine.environment.clear();
    machine.path.put("javac", TestHome.java(directory.resolve("a"), "17").resolveSibling("javac"));
    machine.path.put("java", TestHome.java(directory.resolve("b"), "1.8.0_402"));
    assertThat(java().what()).startsWith("Java 17 at ").contains("a/bin/java, by the javac");

    machine.path.remove("javac");
    assertThat(java().what()).startsWith("Java 8 at ").contains("b/bin/java, by the java on");
    assertThat(java().isObstacle()).isTrue();

    Files.writeString(root.resolve("bin/startup.sh"), "JAVA_PATH=$(which javac)\n");
    stops(find(NOTHING), Check.JAVA, "startup.sh finds no Java");
  }

  @Test
  void aLineOfAnOperatorInTheStartScriptCountsBeforeTheEnvironment() throws Exception {
    Path written = directory.resolve("written");
    Files.writeString(
        root.resolve("bin/startup.sh"),
        """
        #!/bin/bash
        export JAVA_HOME="%s"
        [ ! -e "$JAVA_HOME/bin/java" ] && JAVA_HOME=/usr/java
            export JAVA_HOME=/not/at/the/beginning
        """
            .formatted(written));
    assertThat(java().what()).startsWith("Java 17 at ").endsWith("by JAVA_HOME");

    TestHome.java(written, "1.8.0_402");
    stops(find(NOTHING), Check.JAVA, "Java 8 at ", "written/bin/java, by startup.sh");
  }

  @Test
  void olderJavaIsRefused() throws Exception {
    TestHome.java(directory.resolve("jdk"), "11.0.20");
    stops(find(NOTHING), Check.JAVA, "Java 11", "needs Java 17", "--java-home");

    Path other = directory.resolve("other");
    TestHome.java(other, "17.0.1");
    assertThat(installation().install(archive, NOTHING, Optional.of(other), false).isReady())
        .isTrue();
  }

  @Test
  void javaWithoutAReleaseFileIsAsked() throws Exception {
    Files.delete(directory.resolve("jdk/release"));
    machine.javaVersion = "openjdk version \"17.0.9\" 2023-10-17\n";
    assertThat(java().what()).startsWith("Java 17 at ");

    machine.javaVersion = "java version \"1.8.0_402\"\n";
    stops(find(NOTHING), Check.JAVA, "Java 8");

    machine.javaVersion = "";
    stops(find(NOTHING), Check.JAVA, "does not tell its version");
  }

  @Test
  void homeWithoutStartScriptIsAWarning() throws Exception {
    Files.delete(root.resolve("bin/startup.sh"));

    assertThat(java().result()).isEqualTo(Result.WARNING);
    assertThat(
            installation()
                .install(archive, NOTHING, Optional.of(directory.resolve("jdk")), false)
                .outcomes())
        .allMatch(each -> each.result() == Result.OK);
  }

  @Test
  void serverThatRunsFromThisHomeIsFound() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("current"), root);
    Path java8 = TestHome.java(directory.resolve("jdk8"), "1.8.0_402");
    machine.running.add(
        new RunningProgram(7, List.of(java8 + "", "-Dnacos.home=" + link, "-jar", "x.jar")));
    machine.running.add(new RunningProgram(8, List.of("java", "-Dnacos.home=/elsewhere")));
    machine.running.add(
        new RunningProgram(9, List.of("java", "-jar", root + "/target/nacos-server.jar")));
    machine.running.add(
        new RunningProgram(10, List.of("vi", root + "/conf/application.properties")));

    Proposal found = find(NOTHING);

    assertThat(found.running()).containsExactly(7L, 9L);
    assertThat(found.isReady()).isTrue();
    assertThat(found.outcomes())
        .anyMatch(each -> each.check() == Check.RUNNING && each.what().contains("process 7, 9"))
        .anyMatch(
            each ->
                each.result() == Result.WARNING
                    && each.what().startsWith("process 7 runs on Java 8"));
  }

  @Test
  void fullDiskAndMissingRightsStop() throws Exception {
    machine.freeBytes = 1 << 20;
    stops(find(NOTHING), Check.SPACE, "1 MB are free");
    machine.freeBytes = 100 << 20;
    assertThat(find(NOTHING).isReady()).isTrue();
    assertThat(find(NOTHING).outcomes()).anyMatch(each -> each.result() == Result.WARNING);

    machine.readOnly.add(root);
    stops(find(NOTHING), Check.PERMISSIONS, "may not write in " + root);
    machine.readOnly.clear();
    install(NOTHING);
    machine.readOnly.add(root.resolve("plugins"));
    stops(installation().uninstall(), Check.PERMISSIONS, "may not write in " + root);
    machine.readOnly.clear();
    machine.readOnly.add(root.resolve("conf"));
    stops(find(CACHE), Check.PERMISSIONS, "may not write in conf");
    machine.readOnly.clear();
    machine.user = "somebody";
    stops(find(CACHE), Check.PERMISSIONS, "belongs to", "somebody");
  }

  @Test
  void interruptedRunIsCompletedOrTakenBack() throws Exception {
    SortedMap<String, String> before = TestHome.content(root);
    int changes = find(CACHE).changes().size();
    for (int made = 0; made < changes; made++) {
      for (FileChange each : find(CACHE).changes().subList(0, made)) {
        each.make();
      }
      // What one leaves that is killed while it writes.
      Files.writeString(FileChange.part(root.resolve("conf/application.properties")), "half");
      if (Files.isDirectory(root.resolve("plugins"))) {
        Files.writeString(FileChange.part(root.resolve(JAR)), "half");
      }
      uninstall();
      assertThat(TestHome.content(root)).as("after %d changes", made).isEqualTo(before);
    }
    find(CACHE).changes().get(0).make();
    Files.writeString(FileChange.part(root.resolve("conf/application.properties")), "half");
    install(CACHE);
    assertThat(find(CACHE).changes()).isEmpty();
    uninstall();
    assertThat(TestHome.content(root)).isEqualTo(before);
  }

  @Test
  void dataOfThePluginStaysAndIsNamed() throws Exception {
    install(NOTHING);
    Files.createDirectories(root.resolve("data/landbridge"));

    assertThat(installation().uninstall().outcomes())
        .anyMatch(each -> each.check() == Check.DATA && each.what().contains("data/landbridge"));
    uninstall();
    assertThat(root.resolve("data/landbridge")).isDirectory();
  }

  @Test
  void directoryThatIsNoHomeIsRefused() throws Exception {
    for (String missing : List.of("target/nacos-server.jar", "conf/application.properties")) {
      Path other = TestHome.make(directory.resolve("other"), "3.1.0");
      Files.delete(other.resolve(missing));
      assertThatThrownBy(() -> NacosHome.open(other, machine))
          .isInstanceOf(InstallException.class)
          .hasMessageContaining("not the home of a Nacos server: " + missing + " is missing");
    }
    assertThatThrownBy(() -> NacosHome.open(directory.resolve("nowhere"), machine))
        .hasMessageContaining("there is no such directory");
    TestHome.zip(root.resolve("target/nacos-server.jar"), "a", "b");
    assertThatThrownBy(() -> NacosHome.open(root, machine))
        .hasMessageContaining("has no server in it");
    Files.writeString(root.resolve("target/nacos-server.jar"), "no jar");
    assertThatThrownBy(() -> NacosHome.open(root, machine)).hasMessageContaining("cannot be read");
  }

  @Test
  void whatCannotBeReadIsNotCalledMissing() throws Exception {
    for (String each :
        List.of("", "conf", "conf/application.properties", "target", "target/nacos-server.jar")) {
      machine.unreadable.clear();
      machine.unreadable.add(each.isEmpty() ? root : root.resolve(each));
      assertThatThrownBy(() -> NacosHome.open(root, machine))
          .isInstanceOf(InstallException.class)
          .hasMessageStartingWith(each.isEmpty() ? "this directory" : each)
          .hasMessageContaining(
              " is there, but the user %s may not read it: %s: ", machine.user, root)
          .hasMessageContaining("read access");
    }
    machine.unreadable.clear();
    Path loop = directory.resolve("loop");
    Files.createSymbolicLink(loop, loop);
    assertThatThrownBy(() -> NacosHome.open(loop, machine))
        .hasMessageContaining("this path cannot be followed")
        .hasMessageNotContaining("no such directory");
  }

  /** Root may read everything, so it cannot see this one. */
  @Test
  void permissionsOfARealDirectoryAreSeen() throws Exception {
    assumeFalse(System.getProperty("user.name").equals("root"), "root may read everything");
    Files.setPosixFilePermissions(root.resolve("conf"), Set.of());
    try {
      assertThatThrownBy(() -> NacosHome.open(root, new LocalMachine(Map.of())))
          .hasMessageContaining("conf is there, but ");
    } finally {
      Files.setPosixFilePermissions(
          root.resolve("conf"), PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void jarThatCannotBeReadIsNotToBeRemoved() throws Exception {
    Path ours =
        TestHome.plugin(root.resolve("plugins/landbridge-naming-plugin-1.0.0.jar"), "1.0.0");
    machine.unreadable.add(ours);
    machine.user = "nobody-else";

    for (Proposal each : List.of(find(NOTHING), installation().uninstall())) {
      stops(
          each,
          Check.PLUGINS,
          "plugins/landbridge-naming-plugin-1.0.0.jar is there, but the user nobody-else may not"
              + " read it",
          "by its name it is a copy of the plugin",
          "run the command as its owner " + Files.getOwner(ours).getName());
      assertThat(each.outcomes()).noneMatch(found -> found.advice().contains("remove it"));
    }

    machine.unreadable.clear();
    machine.unreadable.add(root.resolve("plugins"));
    stops(
        find(NOTHING), Check.PLUGINS, "plugins is there, but the user nobody-else may not read it");
  }

  @Test
  void otherJarThatCannotBeReadIsAWarning() throws Exception {
    Path other = TestHome.plugin(root.resolve("plugins/driver.jar"), "1.0.0");
    machine.unreadable.add(other);

    assertThat(find(NOTHING).isReady()).isTrue();
    assertThat(find(NOTHING).outcomes())
        .anyMatch(
            each ->
                each.result() == Result.WARNING
                    && each.what().contains("plugins/driver.jar is there, but "));
  }

  @Test
  void scriptThatCannotBeReadMayTakeAnotherJava() throws Exception {
    machine.unreadable.add(root.resolve("bin/startup.sh"));

    assertThat(find(NOTHING).outcomes())
        .anyMatch(
            each ->
                each.check() == Check.JAVA
                    && each.result() == Result.WARNING
                    && each.what().contains("bin/startup.sh is there, but ")
                    && each.advice().contains("--java-home"));
  }

  @Test
  void busyMachineIsNotAQuestionOfPermissions() throws Exception {
    machine.busy = true;
    stops(find(NOTHING), Check.SERVER, "no end within 60 s", "when this machine has less to do");
    Files.delete(directory.resolve("jdk/release"));
    stops(find(NOTHING), Check.JAVA, "did not tell its version: no end within 60 s", "less to do");

    machine.busy = false;
    machine.unable = true;
    stops(find(NOTHING), Check.SERVER, "could not be run (No space left", "has room");
  }

  @Test
  void archiveThatIsIncompleteIsRefused() throws Exception {
    Path other = directory.resolve("other");
    assertThatThrownBy(() -> Archive.open(other)).hasMessageContaining("not an archive");
    TestHome.archive(other, "1.0.0");
    TestHome.plugin(other.resolve("plugins/landbridge-naming-plugin-2.jar"), "2");
    assertThatThrownBy(() -> Archive.open(other)).hasMessageContaining("2 jars of the plugin");
    Files.delete(other.resolve("plugins/landbridge-naming-plugin-2.jar"));
    Files.writeString(other.resolve("conf/landbridge.properties"), "");
    assertThatThrownBy(() -> Archive.open(other))
        .hasMessageContaining("the list of settings is empty");
  }

  @ParameterizedTest
  @CsvSource({
    "3.1.0, a=1, true",
    "3.1.0, nacos.core.auth.admin.enabled=false, false",
    "3.1.0, nacos.core.auth.admin.enabled=${NACOS_AUTH_ADMIN_ENABLE:false}, false",
    "3.1.0, nacos.core.auth.admin.enabled=${NACOS_AUTH_ADMIN_ENABLE:true}, true",
    "2.5.1, a=1, false",
    "2.5.1, nacos.core.auth.enabled=true, true",
    "2.5.1, nacos.core.auth.enabled=${NACOS_AUTH_ENABLE:false}, false",
  })
  void loginIsWantedAsTheSettingsSay(String version, String text, boolean wanted) throws Exception {
    root = TestHome.make(directory.resolve(version), version);
    settings(text);

    assertThat(NacosHome.open(root, machine).wantsLogin()).isEqualTo(wanted);
  }

  @Test
  void addressIsThatOfTheSettings() throws Exception {
    settings("server.port=8849\n");
    assertThat(NacosHome.open(root, machine).address()).isEqualTo("http://127.0.0.1:8849");
    settings("server.port=8849\nnacos.server.main.port=9000\n");
    assertThat(NacosHome.open(root, machine).address()).isEqualTo("http://127.0.0.1:9000");
    settings("server.port=${PORT}\n");
    assertThat(NacosHome.open(root, machine).address()).isEqualTo("http://127.0.0.1:8848");
  }
}
