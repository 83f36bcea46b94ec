package io.landbridge.migrate.cli.install;

import io.landbridge.migrate.cli.terminal.Terminal;
import java.util.List;
import java.util.concurrent.Callable;

/** The verbs that change the files of a server. */
public final class InstallVerbs {

  private InstallVerbs() {}

  /** All of them. */
  public static List<Callable<Integer>> of(Terminal terminal) {
    return List.of(new InstallCommand(terminal), new UninstallCommand(terminal));
  }
}
