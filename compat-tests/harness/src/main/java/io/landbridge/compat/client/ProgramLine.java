package io.landbridge.compat.client;

/** A class path a program can run on. */
interface ProgramLine {

  /** The folder below {@code compat-tests/programs}. */
  String folder();
}
