package io.landbridge.command;

import java.util.Objects;

/**
 * From here on every entry of the log must be signed.
 *
 * @param key the id of the key it must be signed with
 * @param nonce tells this requirement from every other one, never 0; whatever was signed under
 *     another requirement has no valid signature under this one
 */
public record SignatureRequirement(String key, long nonce) {

  /** Checks that both are there. */
  public SignatureRequirement {
    Objects.requireNonNull(key, "key");
    if (nonce == 0) {
      throw new IllegalArgumentException("a requirement has a nonce other than 0");
    }
  }
}
