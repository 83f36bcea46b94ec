package io.landbridge.dubbo;

/**
 * A name that cannot stand in one of the places of a server where it is needed.
 *
 * @param kind what is lost because of it
 * @param why which name, what is wrong, where in the name, and for which place; on one line
 * @param advice what to do about it
 */
public record RefusedName(Loss.Kind kind, String why, String advice) {

  /** What is wrong and what to do about it, in one line. */
  public String detail() {
    return why + "; " + advice;
  }

  /** What is lost of a registration because of it. */
  Loss loss(Registration registration, String application) {
    return new Loss(kind, registration.service(), registration.address(), detail(), application);
  }
}
