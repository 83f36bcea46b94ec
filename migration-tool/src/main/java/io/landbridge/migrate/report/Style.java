package io.landbridge.migrate.report;

/**
 * How tables look.
 *
 * @param bold whether the head is bold
 * @param cut whether cells that are too long for a terminal are cut
 */
public record Style(boolean bold, boolean cut) {

  /** For whatever is no terminal: nothing is left out. */
  public static final Style PLAIN = new Style(false, false);
}
