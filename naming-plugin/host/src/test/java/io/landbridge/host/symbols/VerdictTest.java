package io.landbridge.host.symbols;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {

  private static final String CORE = "com.alibaba.nacos.core.distributed.ProtocolManager";
  private static final String LINE_3 = "com.alibaba.nacos.core.web.NacosWebBean";

  @TempDir Path directory;

  @Test
  void namesWhatIsMissingTheVersionAndTheSupportedOnes() throws IOException {
    Verdict verdict =
        verdict(
            server("2.9.9", CORE),
            "core class " + CORE,
            "core method " + CORE + " getCpProtocol ()V",
            "http class com.alibaba.nacos.Gone");
    assertThat(verdict.fits()).isFalse();
    assertThat(verdict.missingInHttp()).containsExactly("com.alibaba.nacos.Gone");
    assertThat(verdict.message())
        .contains("Nacos 2.9.9", "2 things", CORE + ".getCpProtocol()V")
        .contains("2.2.1 to 2.5.x", "3.0.x to 3.1.x");
  }

  @Test
  void fitsWhenEverythingIsThere() throws IOException {
    Verdict verdict = verdict(server("2.3.2", CORE), "# a comment", "", "core class " + CORE);
    assertThat(verdict.fits()).isTrue();
    assertThat(verdict.message()).contains("2.3.2", "everything").doesNotContain("not one of");
  }

  @Test
  void whatOnlyTheFrontNeedsStopsNothingElse() throws IOException {
    Verdict verdict =
        verdict(
            server("3.0.0", CORE, LINE_3),
            "core class " + CORE,
            "front class com.alibaba.nacos.Gone");
    assertThat(verdict.fits()).isTrue();
    assertThat(verdict.missingInFront()).containsExactly("com.alibaba.nacos.Gone");
    assertThat(verdict.message()).contains("everything", "1.x", "com.alibaba.nacos.Gone");
  }

  @Test
  void whatOnlyConfigurationsNeedStopsNothingElse() throws IOException {
    Verdict verdict =
        verdict(
            server("3.0.0", CORE, LINE_3),
            "core class " + CORE,
            "config class com.alibaba.nacos.Gone");
    assertThat(verdict.fits()).isTrue();
    assertThat(verdict.missingInFront()).isEmpty();
    assertThat(verdict.missingInConfig()).containsExactly("com.alibaba.nacos.Gone");
    assertThat(verdict.message()).contains("Configurations in the 1.x API lack");
  }

  @Test
  void saysWhenTheVersionIsNotOneItWasMadeFor() throws IOException {
    assertThat(verdict(server("2.1.0", CORE), "core class " + CORE).message())
        .contains("2.1.0", "never tested", "classes, methods and fields", "doctor");
  }

  @Test
  void refusesToRunWithoutItsLists() throws IOException {
    ClassSource classes = server("2.3.2", CORE);
    Server found = Server.find(classes).orElseThrow();
    assertThatThrownBy(() -> Verdict.of(found, classes, path -> Optional.empty()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("META-INF/landbridge/symbols-nacos2.txt");
  }

  @Test
  void takesNoClientForAServer() throws IOException {
    assertThat(Server.find(server("2.3.2", "com.alibaba.nacos.client.Client"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2.2.0,2,false",
    "2.2.1,2,true",
    "2.5.1,2,true",
    "2.2.4-x86,2,true",
    "2.1.2,2,false",
    "2.6.0,2,false",
    "3.0.0,3,true",
    "3.1.0-bugfix,3,true",
    "3.2.0,3,false",
    "${project.version},3,false"
  })
  void knowsItsRange(String version, int line, boolean inRange) throws IOException {
    ClassSource classes = line == 3 ? server(version, CORE, LINE_3) : server(version, CORE);
    Server found = Server.find(classes).orElseThrow();
    assertThat(found.line()).isEqualTo(line == 3 ? ServerLine.NACOS_3 : ServerLine.NACOS_2);
    assertThat(found.isInRange()).isEqualTo(inRange);
  }

  private ClassSource server(String version, String... classes) throws IOException {
    for (String each : classes) {
      int dot = each.lastIndexOf('.');
      CompiledServer.compile(
          directory,
          Map.of(
              each,
              "package %s; public class %s {}"
                  .formatted(each.substring(0, dot), each.substring(dot + 1))));
    }
    Files.writeString(directory.resolve("nacos-version.txt"), "version=" + version);
    return JarDirectory.read(List.of(directory));
  }

  private static Verdict verdict(ClassSource classes, String... lines) throws IOException {
    Server server = Server.find(classes).orElseThrow();
    ClassSource lists =
        path ->
            Optional.<InputStream>of(
                new ByteArrayInputStream(
                    path.contains("extra")
                        ? new byte[0]
                        : String.join("\n", lines).getBytes(UTF_8)));
    return Verdict.of(server, classes, lists);
  }
}
