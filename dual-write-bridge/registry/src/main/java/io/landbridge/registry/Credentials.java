package io.landbridge.registry;

import java.util.Objects;

/**
 * A user of the Nacos cluster. The text of this object never shows the password or the token.
 *
 * @param username the user
 * @param password the password
 * @param token what somebody got who logged in elsewhere; empty to log in with the password
 */
public record Credentials(String username, String password, String token) {

  /** Nobody: requests carry no token. */
  public static final Credentials ANONYMOUS = new Credentials("", "");

  /** A user who logs in. */
  public Credentials(String username, String password) {
    this(username, password, "");
  }

  /** Whoever a token was given to; it is not replaced when it expires. */
  public static Credentials ofToken(String token) {
    return new Credentials("", "", token);
  }

  /** Checks that no part is missing. */
  public Credentials {
    Objects.requireNonNull(username, "username");
    Objects.requireNonNull(password, "password");
    Objects.requireNonNull(token, "token");
  }

  /** Whether there is nobody to log in as, and no token either. */
  public boolean isAnonymous() {
    return username.isEmpty() && token.isEmpty();
  }

  /** Whether a token was given. */
  public boolean isToken() {
    return !token.isEmpty();
  }

  @Override
  public String toString() {
    return "Credentials[" + (isToken() ? "a token" : username) + "]";
  }
}
