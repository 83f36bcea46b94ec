package io.landbridge.build;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;

/**
 * Records every symbol of the server that the adapter's compiled classes link to, one list per line
 * of the server. What both lines share is in both lists.
 *
 * <p>The idea is that of OpenTelemetry's "muzzle": what is not there must be found before the first
 * class that needs it is loaded, not by an error in the middle of a request.
 */
public final class SymbolRecorder {

  private static final Map<String, List<String>> LINES =
      Map.of(
          "nacos2", List.of("boot", "http", "nacos", "nacos2"),
          "nacos3", List.of("boot", "http", "nacos", "nacos3", "nacos3/front"));

  private SymbolRecorder() {}

  /**
   * Writes the lists.
   *
   * @param args the directory to write to
   * @throws IOException if a class cannot be read or a list not written
   */
  public static void main(String[] args) throws IOException {
    Path directory = Files.createDirectories(Path.of(args[0]));
    for (Map.Entry<String, List<String>> line : LINES.entrySet()) {
      SortedSet<String> symbols = new TreeSet<>();
      for (String part : line.getValue()) {
        symbols.addAll(symbolsOf("io/landbridge/host/" + part));
      }
      Files.write(directory.resolve("symbols-" + line.getKey() + ".txt"), symbols);
    }
  }

  private static SortedSet<String> symbolsOf(String packagePath) throws IOException {
    LinkedSymbols linked = new LinkedSymbols();
    for (byte[] bytes : classes(packagePath)) {
      new ClassReader(bytes).accept(linked, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
    }
    return linked.symbols();
  }

  private static List<byte[]> classes(String packagePath) throws IOException {
    // Every package has this file, which tells where the others are: a directory or a jar.
    String marker = packagePath + "/package-info.class";
    URL url = SymbolRecorder.class.getClassLoader().getResource(marker);
    if (url == null) {
      throw new IOException("the adapter is not on the class path: " + marker);
    }
    try {
      URI uri = url.toURI();
      if (!uri.getScheme().equals("jar")) {
        return read(Path.of(uri).resolveSibling("."));
      }
      try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
        return read(jar.getPath(packagePath));
      }
    } catch (URISyntaxException e) {
      throw new IOException("cannot read " + url, e);
    }
  }

  private static List<byte[]> read(Path directory) throws IOException {
    List<byte[]> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path each : files.filter(file -> file.toString().endsWith(".class")).toList()) {
        try (InputStream in = Files.newInputStream(each)) {
          found.add(in.readAllBytes());
        }
      }
    }
    return found;
  }
}
