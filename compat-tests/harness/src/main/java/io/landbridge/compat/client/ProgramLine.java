package io.landbridge.compat.client;

/** How a test program is started: on a class path, or as an executable of its own. */
interface ProgramLine {

  /** The folder below {@code compat-tests/programs}. */
  String folder();

  /** Whether it is a program of the operating system, not a class path. */
  default boolean isNative() {
    return false;
  }
}
