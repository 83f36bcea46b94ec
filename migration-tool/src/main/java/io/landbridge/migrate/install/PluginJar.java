package io.landbridge.migrate.install;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * A jar of the plugin, whatever it is called.
 *
 * @param file the jar
 * @param version as its manifest says; empty when it does not
 */
record PluginJar(Path file, PluginVersion version) {

  /** A server that has this name in two jars would run a mixture of both. */
  private static final String OURS = "io/landbridge/";

  /**
   * Reads a jar.
   *
   * @return empty when it is another one
   * @throws IOException if it is no readable jar
   */
  static Optional<PluginJar> read(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      if (jar.stream().noneMatch(each -> each.getName().startsWith(OURS))) {
        return Optional.empty();
      }
      Manifest manifest = jar.getManifest();
      String version =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
      return Optional.of(new PluginJar(file, new PluginVersion(version == null ? "" : version)));
    }
  }

  /** Returns the version for people. */
  String description() {
    return version.text().isEmpty() ? "of unknown version" : version.text();
  }
}
