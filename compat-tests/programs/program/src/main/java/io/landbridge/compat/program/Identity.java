package io.landbridge.compat.program;

/**
 * Who answers, as every response carries it.
 *
 * <p>The text form has no space, quote or separator that a header of any protocol would need to
 * escape.
 */
public record Identity(String application, String run, long pid, String dubbo) {

  /** The name of the response attachment: lower case, because Triple sends it as a header. */
  public static final String ATTACHMENT = "landbridge-answered-by";

  /**
   * Where the provider leaves its identity for the filter, which Dubbo creates without arguments.
   */
  public static final String PROPERTY = "landbridge.answered-by";

  String text() {
    return String.join("/", application, run, Long.toString(pid), dubbo);
  }

  static Identity parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 4) {
      throw new IllegalArgumentException("Not application/run/pid/dubbo: '" + text + "'");
    }
    return new Identity(parts[0], parts[1], Long.parseLong(parts[2]), parts[3]);
  }
}
