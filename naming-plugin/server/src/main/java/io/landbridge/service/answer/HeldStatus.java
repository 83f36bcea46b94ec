package io.landbridge.service.answer;

/**
 * What a member shows although the catalog has lost it.
 *
 * @param applications applications that are shown with lost instances
 * @param instances these instances
 */
public record HeldStatus(int applications, int instances) {

  /** Nothing is held. */
  public static final HeldStatus NONE = new HeldStatus(0, 0);
}
