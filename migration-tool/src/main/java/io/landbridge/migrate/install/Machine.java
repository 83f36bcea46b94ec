package io.landbridge.migrate.install;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Tells what an installation depends on besides files: environment, programs, space, rights. */
public interface Machine {

  /** Returns an environment variable; empty when it is not set. */
  String variable(String name);

  /** Returns the name of the user who runs this command. */
  String user();

  /** Finds a program on the {@code PATH}, with symbolic links resolved. */
  Optional<Path> program(String name);

  /** Returns the programs that run on this machine, as far as this user may see them. */
  List<RunningProgram> programs();

  /** Returns how many bytes this user can still write to the disk of a directory. */
  long freeBytes(Path directory) throws IOException;

  /** Returns whether this user may read a file, or list and enter a directory. */
  boolean isReadable(Path path);

  /** Returns whether this user may create and delete files in a directory. */
  boolean isWritable(Path directory);

  /**
   * Runs a program to its end.
   *
   * @throws TimeLimitException if it does not end within a minute; it is ended then
   * @throws IOException if it cannot be started, or is interrupted
   */
  Finished run(List<String> command) throws IOException;

  /**
   * A program that runs.
   *
   * @param pid its process id
   * @param arguments the command line, the program itself first
   */
  record RunningProgram(long pid, List<String> arguments) {

    /** Copies the list. */
    public RunningProgram {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * A program that has ended.
   *
   * @param exitCode its exit code
   * @param text what it printed, stdout and stderr together
   */
  record Finished(int exitCode, String text) {}
}
