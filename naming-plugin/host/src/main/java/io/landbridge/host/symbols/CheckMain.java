package io.landbridge.host.symbols;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Tells, without starting it, whether a server has everything the plugin needs: {@code java -jar
 * landbridge-naming-plugin.jar --check PLACE...}. Ends with 0 when it has, 1 when it has not, 2
 * when the question was wrong.
 */
public final class CheckMain {

  private static final String USAGE =
      """
      usage: java -jar landbridge-naming-plugin.jar --check PLACE...
        PLACE  the server's jar (target/nacos-server.jar), or a directory with its jars or classes
      Without --check this jar is not a program: copy it into the server's plugins directory.
      """;

  private CheckMain() {}

  /**
   * Runs the check.
   *
   * @param args the arguments
   */
  public static void main(String[] args) {
    System.exit(run(args, System.out, System.err));
  }

  static int run(String[] args, PrintStream out, PrintStream err) {
    if (args.length < 2 || !args[0].equals("--check")) {
      err.print(USAGE);
      return 2;
    }
    try {
      List<Path> places = Arrays.stream(args).skip(1).map(Path::of).toList();
      JarDirectory classes = JarDirectory.read(places);
      Optional<Server> server = Server.find(classes);
      if (server.isEmpty()) {
        err.println("No Nacos server of the 2.x or 3.x line found in " + places + ".");
        return 2;
      }
      Verdict verdict =
          Verdict.of(server.get(), classes, ClassSource.of(CheckMain.class.getClassLoader()));
      out.println(verdict.message());
      return verdict.fits() ? 0 : 1;
    } catch (IOException e) {
      err.println("Cannot read " + e.getMessage());
      return 2;
    }
  }
}
