package io.landbridge.migrate.install;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The unpacked archive: the plugin's jar and the list of its settings.
 *
 * @param plugin the jar
 * @param settings every setting there is
 */
public record Archive(PluginJar plugin, KnownSettings settings) {

  private static final String ADVICE =
      "run the command of an unpacked archive, or give the archive's directory with --archive";

  /** Returns whether a file has the name of the plugin's jar, of any version. */
  static boolean isNamedLikeThePlugin(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.startsWith("landbridge-naming-plugin-") && name.endsWith(".jar");
  }

  /**
   * Opens the archive.
   *
   * @throws InstallException if something is missing in it
   */
  public static Archive open(Path root) throws InstallException {
    try {
      List<Path> jars;
      try (Stream<Path> files = Files.list(root.resolve("plugins"))) {
        jars = files.filter(Archive::isNamedLikeThePlugin).toList();
      }
      if (jars.size() != 1) {
        throw new InstallException(
            "%d jars of the plugin, where one is expected".formatted(jars.size()),
            root.resolve("plugins").toString(),
            ADVICE);
      }
      PluginJar plugin =
          PluginJar.read(jars.get(0))
              .orElseThrow(
                  () ->
                      new InstallException(
                          "this is not a jar of the plugin",
                          jars.get(0).toString(),
                          "unpack the archive again"));
      Path list = root.resolve("conf/landbridge.properties");
      KnownSettings settings = KnownSettings.parse(Files.readString(list));
      if (settings.byKey().isEmpty()) {
        throw new InstallException(
            "the list of settings is empty", list.toString(), "unpack the archive again");
      }
      return new Archive(plugin, settings);
    } catch (AccessDeniedException e) {
      throw new InstallException(
          "the archive is there, but this user may not read it",
          String.valueOf(e.getFile()),
          "run the command as a user with read access to the archive");
    } catch (IOException e) {
      throw new InstallException(
          "this is not an archive of Landbridge, or it is incomplete (%s)"
              .formatted(e.getMessage()),
          root.toString(),
          ADVICE);
    }
  }
}
