package io.landbridge.migrate.report;

/**
 * The command that was typed, as a shell reads it, and the parts of it that the next one has as
 * well.
 *
 * @param again the same command without options that only look
 * @param connection the options that say which cluster, and as whom; with a blank before each
 * @param target the options that say which applications; with a blank before each
 * @param namespaces the options that say which namespaces; with a blank before each
 */
public record Invocation(String again, String connection, String target, String namespaces) {

  /** Returns an argument as a shell reads it. */
  public static String quoted(String argument) {
    return argument.matches("[A-Za-z0-9_./:=,@%+-]+")
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }

  /** Returns another command for the same cluster. */
  String of(String verb) {
    return "landbridge " + verb + connection;
  }

  /** Returns another command for the same namespaces of the same cluster. */
  String ofNamespaces(String verb) {
    return of(verb) + namespaces;
  }

  /** Returns another command for the same applications of the same cluster. */
  String ofTarget(String verb) {
    return ofNamespaces(verb) + target;
  }
}
