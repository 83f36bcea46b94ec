package io.landbridge.registry;

import java.util.Objects;

/**
 * A user of the Nacos cluster. The text of this object never shows the password.
 *
 * @param username the user
 * @param password the password
 */
public record Credentials(String username, String password) {

  /** Nobody: requests carry no token. */
  public static final Credentials ANONYMOUS = new Credentials("", "");

  /** Checks that no part is missing. */
  public Credentials {
    Objects.requireNonNull(username, "username");
    Objects.requireNonNull(password, "password");
  }

  /** Whether there is nobody to log in as. */
  public boolean isAnonymous() {
    return username.isEmpty();
  }

  @Override
  public String toString() {
    return "Credentials[" + username + "]";
  }
}
