package io.landbridge.compat.cluster;

/**
 * A user of a server with authentication on.
 *
 * @param user name
 * @param password in clear; never shown by {@link #toString()}
 */
public record Credentials(String user, String password) {

  @Override
  public String toString() {
    return user + ":***";
  }
}
