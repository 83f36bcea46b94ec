package io.landbridge.migrate.cli.terminal;

import io.landbridge.migrate.report.Printable;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a command talks to.
 *
 * @param out results
 * @param err errors and progress
 * @param environment environment variables
 * @param outIsTerminal whether a person reads the results
 * @param errIsTerminal whether a person reads the progress
 * @param prompt asks whoever sits there
 * @param loss why results could not be written that somebody wanted; empty while none are lost
 */
public record Terminal(
    PrintWriter out,
    PrintWriter err,
    Map<String, String> environment,
    boolean outIsTerminal,
    boolean errIsTerminal,
    Prompt prompt,
    Supplier<Optional<String>> loss) {

  /** Asks whoever sits at the terminal. */
  public interface Prompt {

    /** Nobody sits there. */
    Prompt NOBODY = question -> Optional.empty();

    /** Returns the line that was typed; empty when there is nobody to ask. */
    Optional<String> ask(String question);

    /** The same, and what is typed is not shown. */
    default Optional<String> askSecret(String question) {
      return ask(question);
    }
  }

  /** The console of this process. */
  private static final class ConsolePrompt implements Prompt {

    @Override
    public Optional<String> ask(String question) {
      return console().map(each -> each.readLine("%s", question));
    }

    @Override
    public Optional<String> askSecret(String question) {
      return console().map(each -> each.readPassword("%s", question)).map(String::new);
    }

    private static Optional<Console> console() {
      return Optional.ofNullable(System.console()).filter(Terminal::isTerminal);
    }
  }

  /** A terminal that nobody sits at. */
  public Terminal(
      PrintWriter out,
      PrintWriter err,
      Map<String, String> environment,
      boolean outIsTerminal,
      boolean errIsTerminal) {
    this(out, err, environment, outIsTerminal, errIsTerminal, Prompt.NOBODY);
  }

  /** A terminal that loses nothing. */
  public Terminal(
      PrintWriter out,
      PrintWriter err,
      Map<String, String> environment,
      boolean outIsTerminal,
      boolean errIsTerminal,
      Prompt prompt) {
    this(out, err, environment, outIsTerminal, errIsTerminal, prompt, Optional::empty);
  }

  /** A terminal that nobody sits at, whose results go to a file or pipe. */
  public static Terminal to(OutputStream out, PrintWriter err, Map<String, String> environment) {
    return to(out, err, environment, false, false, Prompt.NOBODY);
  }

  private static Terminal to(
      OutputStream out,
      PrintWriter err,
      Map<String, String> environment,
      boolean outIsTerminal,
      boolean errIsTerminal,
      Prompt prompt) {
    Results results = new Results(out);
    return new Terminal(
        new PrintWriter(results, true, StandardCharsets.UTF_8),
        err,
        environment,
        outIsTerminal,
        errIsTerminal,
        prompt,
        results::loss);
  }

  /** The launcher script knows what Java cannot find out: which streams are terminals. */
  public static Terminal system() {
    return to(
        new FileOutputStream(FileDescriptor.out),
        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
        System.getenv(),
        Boolean.getBoolean("landbridge.terminal.out"),
        Boolean.getBoolean("landbridge.terminal.err"),
        new ConsolePrompt());
  }

  /**
   * Before Java 22 there is a console only where both stdin and stdout are terminals; since then
   * there is always one, which has to be asked.
   */
  private static boolean isTerminal(Console console) {
    try {
      return (boolean)
          MethodHandles.publicLookup()
              .findVirtual(Console.class, "isTerminal", MethodType.methodType(boolean.class))
              .invokeExact(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (Throwable e) {
      return false;
    }
  }

  /** A line of progress for a person, drawn anew as a task goes on. */
  public LiveLine live() {
    return new LiveLine(err, System::nanoTime);
  }

  /** What is printed first, so that no live line stays in front of it. */
  public String fresh() {
    return errIsTerminal ? LiveLine.CLEAR : "";
  }

  /** Returns an environment variable; empty if it is not set. */
  public String variable(String name) {
    return environment.getOrDefault(name, "");
  }

  /** Says what is no result, and worth knowing all the same. */
  public void note(String what) {
    out.flush();
    err.println(fresh() + "landbridge: " + Printable.of(what));
  }

  /** Says what is not well and no reason to stop. */
  public void warn(String what, String where, String advice) {
    err.println(
        fresh() + "landbridge: warning: " + Printable.of(what + ": " + where + ": " + advice));
  }

  /** Says what went wrong and was got over. */
  public void warn(CommandException failure) {
    out.flush();
    err.println(
        fresh() + "landbridge: warning: " + Printable.of(String.valueOf(failure.getMessage())));
    err.flush();
  }

  /** Asks without echo; empty when there is nobody to ask. */
  public String askPassword(String question) {
    return prompt.askSecret(question).orElse("");
  }
}
