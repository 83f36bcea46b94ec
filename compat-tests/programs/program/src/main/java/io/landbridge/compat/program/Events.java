package io.landbridge.compat.program;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What a program says, one JSON object per line. Safe for several threads. */
final class Events {

  private final ObjectMapper json = new ObjectMapper();
  private final PrintStream out;

  private Events(PrintStream out) {
    this.out = out;
  }

  /**
   * Takes standard output for the events alone; whatever a library prints goes to standard error
   * from now on.
   */
  static Events onStandardOutput() {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    return new Events(out);
  }

  void emit(Map<String, ?> event) {
    synchronized (out) {
      try {
        out.println(json.writeValueAsString(event));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("An event cannot be written as JSON: " + event, e);
      }
    }
  }

  /** A line for people instead of an event. */
  void say(String line) {
    synchronized (out) {
      out.println(line);
    }
  }
}
