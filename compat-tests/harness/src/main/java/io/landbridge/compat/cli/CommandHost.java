package io.landbridge.compat.cli;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A process that runs {@code landbridge} as often as it is told, one run after the other, in the
 * directory it was started in. Everything a run is given and leaves is a run's own: arguments,
 * environment, both outputs, exit code. It knows nothing but the JDK and the command's jar.
 *
 * <p>It ends with its standard input, so it never survives who started it.
 */
final class CommandHost {

  private static final String MAIN = "io.landbridge.migrate.cli.Main";
  private static final String TERMINAL = "io.landbridge.migrate.cli.terminal.Terminal";

  private CommandHost() {}

  /** What is to be run, as it is sent: both sides are the same build. */
  record Request(String[] arguments, Map<String, String> environment, String out, String err) {

    void write(DataOutputStream to) throws IOException {
      to.writeInt(arguments.length);
      for (String argument : arguments) {
        to.writeUTF(argument);
      }
      to.writeInt(environment.size());
      for (Map.Entry<String, String> variable : environment.entrySet()) {
        to.writeUTF(variable.getKey());
        to.writeUTF(variable.getValue());
      }
      to.writeUTF(out);
      to.writeUTF(err);
      to.flush();
    }

    static Request read(DataInputStream from) throws IOException {
      String[] arguments = new String[from.readInt()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = from.readUTF();
      }
      int variables = from.readInt();
      Map<String, String> environment = new HashMap<>();
      for (int i = 0; i < variables; i++) {
        environment.put(from.readUTF(), from.readUTF());
      }
      return new Request(arguments, environment, from.readUTF(), from.readUTF());
    }
  }

  /** Reads requests and answers each with the exit code of the run. */
  public static void main(String[] args) throws Exception {
    DataInputStream requests = new DataInputStream(System.in);
    DataOutputStream answers = new DataOutputStream(System.out);
    System.setIn(InputStream.nullInputStream());
    Class<?> terminal = Class.forName(TERMINAL);
    Method to = terminal.getMethod("to", OutputStream.class, PrintWriter.class, Map.class);
    Method run = Class.forName(MAIN).getDeclaredMethod("run", terminal, String[].class);
    run.setAccessible(true);
    while (true) {
      Request request;
      try {
        request = Request.read(requests);
      } catch (EOFException nobodyAsksAnyMore) {
        System.exit(0);
        return;
      }
      answers.writeInt(run(to, run, request));
      answers.flush();
    }
  }

  private static int run(Method to, Method run, Request request) throws Exception {
    try (OutputStream out = Files.newOutputStream(Path.of(request.out()));
        PrintStream err = new PrintStream(request.err(), StandardCharsets.UTF_8)) {
      // Whatever else prints, as the JDK does, belongs to the run, too.
      System.setErr(err);
      System.setOut(err);
      PrintWriter errors = new PrintWriter(err, true, StandardCharsets.UTF_8);
      try {
        return (int)
            run.invoke(
                null, to.invoke(null, out, errors, request.environment()), request.arguments());
      } catch (InvocationTargetException e) {
        // As the JVM does with what nobody caught.
        Objects.requireNonNullElse(e.getCause(), e).printStackTrace(err);
        return 1;
      }
    }
  }
}
