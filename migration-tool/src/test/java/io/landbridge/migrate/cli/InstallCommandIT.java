package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs install and uninstall with a plugin whose check of a server is made up. */
class InstallCommandIT {

  @TempDir private Path directory;
  private Path home;
  private Path archive;
  private String javaHome = System.getProperty("java.home");
  private Map<String, String> variables = Map.of();

  /** Stands for the plugin: a server with {@code lacks} in its name lacks something. */
  static final class MadeUpPlugin {

    private MadeUpPlugin() {}

    public static void main(String[] args) {
      boolean lacks = args[1].contains("lacks");
      System.out.println(
          lacks ? "Nacos 2.0 lacks a thing." : "Nacos 3.1.0 has everything this plugin needs.");
      System.exit(lacks ? 1 : 0);
    }
  }

  private record Run(int exitCode, String out, String err) {

    JsonNode json() throws IOException {
      return new ObjectMapper().readTree(out);
    }
  }

  private Run run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        Main.run(
            new Terminal(new PrintWriter(out), new PrintWriter(err), environment(), false, false),
            arguments);
    return new Run(exitCode, out.toString(), err.toString());
  }

  private Map<String, String> environment() {
    Map<String, String> all = new HashMap<>(variables);
    all.put("JAVA_HOME", javaHome);
    all.put("PATH", "");
    return all;
  }

  private Run install(String... more) {
    return run(
        Stream.concat(
                List.of("install", "--nacos-home", home.toString(), "--archive", archive.toString())
                    .stream(),
                Arrays.stream(more))
            .toArray(String[]::new));
  }

  @BeforeEach
  void make() throws IOException {
    home = server("nacos");
    archive = directory.resolve("archive");
    Files.createDirectories(archive.resolve("plugins"));
    Files.createDirectories(archive.resolve("conf"));
    Files.copy(
        Path.of("../distribution/src/landbridge.properties"),
        archive.resolve("conf/landbridge.properties"));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "1.2.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, MadeUpPlugin.class.getName());
    String resource = MadeUpPlugin.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar =
            new JarOutputStream(
                Files.newOutputStream(
                    archive.resolve("plugins/landbridge-naming-plugin-1.2.0.jar")),
                manifest);
        InputStream in = MadeUpPlugin.class.getResourceAsStream("/" + resource)) {
      jar.putNextEntry(new ZipEntry(resource));
      jar.write(in.readAllBytes());
    }
  }

  private Path server(String name) throws IOException {
    Path root = directory.toRealPath().resolve(name);
    for (String each : List.of("target", "conf", "bin")) {
      Files.createDirectories(root.resolve(each));
    }
    Files.writeString(root.resolve("conf/application.properties"), "server.port=8849\n");
    Files.writeString(root.resolve("bin/startup.sh"), "");
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(root.resolve("target/nacos-server.jar")))) {
      jar.putNextEntry(new ZipEntry("BOOT-INF/lib/nacos-naming-3.1.0.jar"));
    }
    return root;
  }

  @Test
  void checkLooksAndInstallChanges() throws IOException {
    Run looked = install("--check", "--set", "landbridge.view.cache=64MB", "-o", "json");
    assertThat(looked.exitCode()).as("%s", looked).isZero();
    assertThat(looked.json().get("schema").asText()).isEqualTo("landbridge/install/1");
    assertThat(looked.json().get("result").asText()).isEqualTo("WOULD_CHANGE");
    assertThat(looked.json().get("changes")).hasSize(3);
    assertThat(looked.json().at("/next/command").asText())
        .startsWith("landbridge install --nacos-home " + home)
        .contains("--set landbridge.view.cache=64MB")
        .doesNotContain("--check");
    assertThat(home.resolve("plugins")).doesNotExist();

    assertThat(install("--check").out())
        .contains(
            "Only checked, nothing was changed. Without --check this command installs the plugin"
                + " 1.2.0 in %s:\n".formatted(home),
            "  no obstacle was found: this installs the plugin\n");

    Run made = install("--set", "landbridge.view.cache=64MB");
    assertThat(made.exitCode()).as("%s", made).isZero();
    assertThat(made.out())
        .contains("OK        server       Nacos 3.1.0 has everything")
        .contains("Installed the plugin 1.2.0 in " + home + ":")
        .contains("add      " + home.resolve("plugins/landbridge-naming-plugin-1.2.0.jar"))
        .contains(
            "Next: landbridge status --server http://127.0.0.1:8849 --username nacos --password\n")
        .contains("The server asks for a login")
        .contains("Go on with the next server once this one is ACTIVE");
    assertThat(home.resolve("plugins/landbridge-naming-plugin-1.2.0.jar")).exists();

    Run again = install("-o", "json");
    assertThat(again.json().get("result").asText()).isEqualTo("UNCHANGED");
    assertThat(again.json().get("changes")).isEmpty();
    assertThat(install().out()).contains("Nothing to install: already installed");
  }

  @Test
  void uninstallTakesItOut() throws IOException {
    install("--set", "landbridge.view.cache=64MB");

    Run looked = run("uninstall", "--nacos-home", home.toString(), "--check");
    assertThat(looked.exitCode()).isZero();
    assertThat(looked.out())
        .contains(
            "Only checked, nothing was changed. Without --check this command uninstalls the plugin"
                + " 1.2.0 from %s:\n".formatted(home),
            "  no obstacle was found: this removes the plugin. Take every application back");
    assertThat(home.resolve("plugins/landbridge-naming-plugin-1.2.0.jar")).exists();

    Run made = run("uninstall", "--nacos-home", home.toString());
    assertThat(made.exitCode()).as("%s", made).isZero();
    assertThat(made.out()).contains("Uninstalled the plugin 1.2.0 from " + home);
    assertThat(home.resolve("plugins")).doesNotExist();
    assertThat(home.resolve("conf/application.properties")).hasContent("server.port=8849\n");
    assertThat(run("uninstall", "--nacos-home", home.toString()).out())
        .contains("Nothing to uninstall: no plugin in " + home);
  }

  @Test
  void loginThatIsGivenOrNotWantedIsNotInTheNextCommand() throws IOException {
    String next = "Next: landbridge status --server http://127.0.0.1:8849\n";
    variables = Map.of("NACOS_USERNAME", "ops");
    assertThat(install().out()).contains(next).doesNotContain("asks for a login");
    variables = Map.of();
    Files.writeString(
        home.resolve("conf/application.properties"),
        "server.port=8849\nnacos.core.auth.admin.enabled=false\n");
    assertThat(install().out()).contains(next);
    assertThat(run("uninstall", "--nacos-home", home.toString()).out()).contains(next);
  }

  @Test
  void obstaclesEndWith5AndChangeNothing() throws IOException {
    home = server("lacks");
    Run refused = install("-o", "json");
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(ExitCode.PRECONDITION);
    assertThat(refused.json().get("result").asText()).isEqualTo("FAILED");
    assertThat(refused.json().at("/checks/0/what").asText()).isEqualTo("Nacos 2.0 lacks a thing.");
    assertThat(install().out())
        .contains("OBSTACLE  server", "1 obstacle stands in the way", "remove the obstacles first");
    assertThat(home.resolve("plugins")).doesNotExist();

    home = server("nacos");
    javaHome = "/nowhere";
    assertThat(install().exitCode()).isEqualTo(ExitCode.PRECONDITION);
  }

  @Test
  void wrongUsageEndsWith2() {
    Run none = run("install", "--nacos-home", directory.toString());
    assertThat(none.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(none.err())
        .startsWith("landbridge: error: this is not the home of a Nacos server: ")
        .containsOnlyOnce("\n");

    Run unknown = install("--set", "landbridge.vieww=1");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(unknown.err()).contains("there is no setting 'landbridge.vieww'");
    assertThat(install("--set", "landbridge.enabled").exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run("install").exitCode()).isEqualTo(ExitCode.USAGE);
  }
}
