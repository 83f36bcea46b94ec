package io.landbridge.compat.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The targets among the compiled tests of a module, by their names.
 *
 * @param testClasses {@code target/test-classes} of the module
 */
record Targets(Path testClasses) {

  private static final String SUFFIX = "Fuzz.class";

  /** The names of the classes, sorted; none if nothing was compiled. */
  List<String> names() throws IOException {
    if (!Files.isDirectory(testClasses)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(testClasses)) {
      return files
          .map(each -> testClasses.relativize(each).toString())
          .filter(each -> each.endsWith(SUFFIX))
          .map(each -> each.substring(0, each.length() - ".class".length()).replace('/', '.'))
          .sorted()
          .toList();
    }
  }

  /** Where the inputs of a target are. */
  Path corpus(String name) {
    return testClasses.resolve("corpus").resolve(simple(name));
  }

  /** The inputs to begin with, in the order of their names. */
  List<byte[]> seeds(String name) throws IOException {
    return inputs(corpus(name));
  }

  /** The inputs in a directory, in the order of their names; none if it does not exist. */
  static List<byte[]> inputs(Path corpus) throws IOException {
    if (!Files.isDirectory(corpus)) {
      return List.of();
    }
    List<byte[]> seeds = new ArrayList<>();
    try (Stream<Path> files = Files.list(corpus)) {
      for (Path each : files.sorted().toList()) {
        seeds.add(Files.readAllBytes(each));
      }
    }
    return seeds;
  }

  /** The name without its package. */
  static String simple(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /**
   * Makes a target.
   *
   * @throws IllegalArgumentException if there is none of that name that can be made
   */
  static FuzzTarget make(String name) {
    try {
      return Class.forName(name).asSubclass(FuzzTarget.class).getConstructor().newInstance();
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new IllegalArgumentException(name + " is no fuzz target", e);
    }
  }
}
