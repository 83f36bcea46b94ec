package io.landbridge.compat.client;

/** What a program can run on: a class path, or nothing but itself. */
interface ProgramLine {

  /** The folder below {@code compat-tests/programs}. */
  String folder();

  /** Whether it is a program of the operating system, not a class path. */
  default boolean isNative() {
    return false;
  }
}
