package io.landbridge.migrate.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What to work on; exactly one of them. */
@Command
final class TargetOptions {

  @Option(
      names = "--application",
      paramLabel = "APP",
      split = ",",
      description = "This application; may be repeated.")
  List<String> applications = new ArrayList<>();

  @Option(names = "--all", description = "All applications.")
  boolean all;

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = "The applications of a plan that 'landbridge plan' wrote.")
  @Nullable Path plan;

  Selection selection() {
    return all ? Selection.all() : Selection.of(applications);
  }
}
