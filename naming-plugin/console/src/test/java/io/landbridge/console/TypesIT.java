package io.landbridge.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.browser.NodeProgram;
import io.landbridge.compat.browser.NodeProgram.Ending;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TypeScript checks the types that the comments of the modules name. */
class TypesIT {

  private static final Path PAGE =
      Path.of("src/main/resources/io/landbridge/console/page").toAbsolutePath();

  private static final String WEBJARS = "META-INF/resources/webjars/";

  @TempDir Path directory;

  @BeforeEach
  void unpack() throws IOException, URISyntaxException {
    unpack("typescript", "/lib/", directory.resolve("typescript"));
    unpack("preact", "/src/", directory.resolve("preact/src"));
    unpack("preact", "/hooks/src/", directory.resolve("preact/hooks/src"));
    Files.writeString(
        directory.resolve("htm.d.ts"),
        """
        declare const htm: {
          bind<T>(h: (...all: any[]) => T): (texts: TemplateStringsArray, ...values: any[]) => any;
        };
        export default htm;
        """);
  }

  /** With one beside them that is wrong, which must be found: otherwise nothing was checked. */
  @Test
  void theModulesAreRight() throws Exception {
    Path wrong = directory.resolve("wrong.js");
    Files.writeString(
        wrong,
        "import { serviceOf } from '%s';\nserviceOf(5);\n".formatted(PAGE.resolve("data.js")));
    Ending ending = check(List.of(PAGE.resolve("main.js"), wrong));
    assertThat(ending.output().strip()).contains("wrong.js(2,11): error TS2345").hasLineCount(1);
    assertThat(ending.exitCode()).isNotZero();
  }

  private Ending check(List<Path> modules) throws IOException, InterruptedException {
    Path project = directory.resolve("tsconfig.json");
    Files.writeString(
        project,
        """
        {
          "compilerOptions": {
            "allowJs": true, "checkJs": true, "noEmit": true, "strict": true,
            "noImplicitAny": false, "target": "es2023", "module": "esnext",
            "moduleResolution": "bundler", "lib": ["es2023", "dom", "dom.iterable"], "types": [],
            "paths": {
              "preact": ["./preact/src/index.d.ts"],
              "preact/hooks": ["./preact/hooks/src/index.d.ts"],
              "htm": ["./htm.d.ts"]
            }
          },
          "files": [%s]
        }
        """
            .formatted(
                modules.stream()
                    .map(each -> "\"" + each + "\"")
                    .collect(Collectors.joining(", "))));
    return new NodeProgram(
            directory.resolve("typescript/tsc.js"), List.of("-p", project.toString()))
        .run(directory.resolve("output"));
  }

  /** The files of one folder of an npm package on the class path. */
  private static void unpack(String name, String folder, Path to)
      throws IOException, URISyntaxException {
    Files.createDirectories(to);
    URL root = Objects.requireNonNull(TypesIT.class.getClassLoader().getResource(WEBJARS + name));
    URI jar = new URI(root.toString().replaceAll("!.*", ""));
    try (FileSystem files = FileSystems.newFileSystem(jar, Map.of());
        Stream<Path> versions = Files.list(files.getPath(WEBJARS + name))) {
      Path from = files.getPath(versions.findFirst().orElseThrow() + folder);
      try (Stream<Path> all = Files.list(from)) {
        for (Path each : all.filter(Files::isRegularFile).toList()) {
          Files.copy(each, to.resolve(each.getFileName().toString()));
        }
      }
    }
  }
}
