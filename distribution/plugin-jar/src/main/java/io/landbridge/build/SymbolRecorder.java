package io.landbridge.build;

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
import java.util.TreeMap;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;

/**
 * Records every symbol of anything the server brings that the classes of the jar link to, one list
 * per line of the server. What both lines share is in both lists.
 *
 * <p>The idea is that of OpenTelemetry's "muzzle": what is not there must be found before the first
 * class that needs it is loaded, not by an error in the middle of a request.
 */
public final class SymbolRecorder {

  /** Loaded only by servers that have a list of plugins, and never required. */
  private static final String LIST = "io/landbridge/pluginlist/";

  /** By line, the packages that the other one never loads. */
  private static final Map<String, List<String>> OTHERS =
      Map.of(
          "nacos2", List.of("io/landbridge/host/nacos3/", "io/landbridge/front/", LIST),
          "nacos3", List.of("io/landbridge/host/nacos2/", LIST));

  /** Runs while the jar is built. */
  private static final String BUILD = "io/landbridge/build/";

  /** A package of each of our modules, and a class of each library, that is in the jar. */
  private static final List<String> MARKERS =
      List.of(
          "io/landbridge/entry/package-info.class",
          "io/landbridge/model/package-info.class",
          "io/landbridge/admin/package-info.class",
          "io/landbridge/registry/package-info.class",
          "io/landbridge/bridge/package-info.class",
          "io/landbridge/front/package-info.class",
          "io/landbridge/front/nacos3/package-info.class",
          "io/landbridge/state/package-info.class",
          "io/landbridge/host/boot/package-info.class",
          "io/landbridge/host/nacos2/package-info.class",
          "io/landbridge/host/nacos3/package-info.class",
          "io/landbridge/pluginlist/package-info.class",
          "org/apache/hc/core5/http/HttpHost.class");

  /** What of a library is left out of the jar. */
  private static final List<String> LEFT_OUT =
      List.of(
          "META-INF/",
          "org/apache/hc/core5/reactor/",
          "org/apache/hc/core5/http/nio/",
          "org/apache/hc/core5/http/impl/nio/",
          "org/apache/hc/core5/http/impl/bootstrap/");

  private SymbolRecorder() {}

  /**
   * Writes the lists.
   *
   * @param args the directory to write to
   * @throws IOException if a class cannot be read or a list not written
   */
  public static void main(String[] args) throws IOException {
    Path directory = Files.createDirectories(Path.of(args[0]));
    Map<String, byte[]> classes = new TreeMap<>();
    for (String marker : MARKERS) {
      read(marker, classes);
    }
    for (Map.Entry<String, List<String>> line : OTHERS.entrySet()) {
      LinkedSymbols linked = new LinkedSymbols();
      classes.forEach(
          (name, bytes) -> {
            if (line.getValue().stream().noneMatch(name::startsWith)) {
              new ClassReader(bytes)
                  .accept(linked, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
            }
          });
      Files.write(directory.resolve("symbols-" + line.getKey() + ".txt"), linked.symbols());
    }
  }

  /** Everything that is in the same jar or directory as a class. */
  private static void read(String marker, Map<String, byte[]> classes) throws IOException {
    URL url = SymbolRecorder.class.getClassLoader().getResource(marker);
    if (url == null) {
      throw new IOException("the plugin is not on the class path: " + marker);
    }
    try {
      URI uri = url.toURI();
      if (uri.getScheme().equals("jar")) {
        try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
          readBelow(jar.getPath("/"), classes);
        }
      } else {
        Path root = Path.of(uri);
        for (int i = 0; i < marker.split("/", -1).length; i++) {
          root = root.resolveSibling(".").normalize();
        }
        readBelow(root, classes);
      }
    } catch (URISyntaxException e) {
      throw new IOException("cannot read " + url, e);
    }
  }

  private static void readBelow(Path root, Map<String, byte[]> classes) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path each : files.filter(file -> file.toString().endsWith(".class")).toList()) {
        String name = root.relativize(each).toString();
        if (!name.startsWith(BUILD) && LEFT_OUT.stream().noneMatch(name::startsWith)) {
          classes.put(name, Files.readAllBytes(each));
        }
      }
    }
  }
}
