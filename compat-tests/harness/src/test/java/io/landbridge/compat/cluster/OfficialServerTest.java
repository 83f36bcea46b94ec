package io.landbridge.compat.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OfficialServerTest {

  @TempDir private Path home;

  @Test
  void versionMainClassAndLineAreReadFromTheJar() throws IOException {
    layOut("BOOT-INF/lib/nacos-naming-2.5.1.jar", "com.alibaba.nacos.Nacos");
    OfficialServer server = OfficialServer.in(home, "");
    assertThat(server.version()).isEqualTo("2.5.1");
    assertThat(server.mainClass()).isEqualTo("com.alibaba.nacos.Nacos");
    assertThat(server.line()).isEqualTo(NacosVersion.V2_2_4);
    assertThat(server).hasToString("2.5.1");
    assertThatThrownBy(() -> OfficialServer.in(home, "merged"))
        .hasMessage("Nacos 2.5.1 has one way of deployment: leave 'merged' out");
  }

  @Test
  void threeIsMergedUnlessSomethingElseIsAskedFor() throws IOException {
    layOut("BOOT-INF/lib/nacos-naming-3.0.3.jar", "com.alibaba.nacos.bootstrap.NacosBootstrap");
    assertThat(OfficialServer.in(home, "")).hasToString("3.0.3-merged");
    assertThat(OfficialServer.in(home, "server")).hasToString("3.0.3-server");
    assertThat(OfficialServer.in(home, "server").line()).isEqualTo(NacosVersion.V3_1_0);
    assertThatThrownBy(() -> OfficialServer.in(home, "console"))
        .hasMessage("'console' is no deployment of Nacos 3.0.3: it can be merged or server");
  }

  @Test
  void whatIsNoServerIsRefused() throws IOException {
    assertThatThrownBy(() -> OfficialServer.in(home, ""))
        .hasMessageEndingWith(
            "is not an unpacked Nacos server: there is no target/nacos-server.jar");
    layOut("BOOT-INF/lib/nacos-naming-1.4.1.jar", "com.alibaba.nacos.Nacos");
    assertThatThrownBy(() -> OfficialServer.in(home, ""))
        .hasMessage("Nacos 1.4.1: tests can be run on servers of 2.x and 3.x");
    layOut("BOOT-INF/lib/nacos-config-2.5.1.jar", "com.alibaba.nacos.Nacos");
    assertThatThrownBy(() -> OfficialServer.in(home, ""))
        .hasMessageContaining("there is no nacos-naming in it");
    layOut("BOOT-INF/lib/nacos-naming-2.5.1.jar", null);
    assertThatThrownBy(() -> OfficialServer.in(home, ""))
        .hasMessageContaining("there is no Start-Class in its manifest");
    Files.writeString(home.resolve("target/nacos-server.jar"), "no jar");
    assertThatThrownBy(() -> OfficialServer.in(home, "")).hasMessageContaining("cannot be read");
    Files.delete(home.resolve("conf/application.properties"));
    assertThatThrownBy(() -> OfficialServer.in(home, ""))
        .hasMessageEndingWith("there is no conf/application.properties");
  }

  @Test
  void settingsTakeThePlaceOfThoseOfTheReleaseAndItsFilesAreKept(@TempDir Path conf)
      throws IOException {
    layOut("BOOT-INF/lib/nacos-naming-2.5.1.jar", "com.alibaba.nacos.Nacos");
    Files.writeString(
        home.resolve("conf/application.properties"), "# theirs\nserver.port=8848\nkept=yes\n");
    Files.writeString(home.resolve("conf/derby-schema.sql"), "create");
    Files.writeString(home.resolve("conf/cluster.conf"), "10.0.0.1:8848");

    OfficialServer.in(home, "").configure(conf, new TreeMap<>(Map.of("server.port", "18000")));

    assertThat(conf.resolve("application.properties"))
        .hasContent("# theirs\nkept=yes\nserver.port=18000");
    assertThat(conf.resolve("derby-schema.sql")).hasContent("create");
    assertThat(conf.resolve("cluster.conf")).doesNotExist();
  }

  private void layOut(String library, String start) throws IOException {
    Files.createDirectories(home.resolve("target"));
    Files.createDirectories(home.resolve("conf"));
    Files.writeString(home.resolve("conf/application.properties"), "");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (start != null) {
      manifest.getMainAttributes().putValue("Start-Class", start);
    }
    try (JarOutputStream jar =
        new JarOutputStream(
            Files.newOutputStream(home.resolve("target/nacos-server.jar")), manifest)) {
      jar.putNextEntry(new ZipEntry(library));
    }
  }
}
