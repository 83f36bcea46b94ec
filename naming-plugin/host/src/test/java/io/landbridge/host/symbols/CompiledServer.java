package io.landbridge.host.symbols;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/** Compiles small classes that stand for a server's. */
final class CompiledServer {

  private CompiledServer() {}

  /** Compiles sources given by class name into a directory. */
  static Path compile(Path directory, Map<String, String> sources) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", directory.toString()));
    for (Map.Entry<String, String> each : sources.entrySet()) {
      Path file = directory.resolve(each.getKey().replace('.', '/') + ".java");
      Files.createDirectories(file.getParent());
      Files.writeString(file, each.getValue());
      arguments.add(file.toString());
    }
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    if (result != 0) {
      throw new IllegalArgumentException("the sources do not compile");
    }
    return directory;
  }
}
