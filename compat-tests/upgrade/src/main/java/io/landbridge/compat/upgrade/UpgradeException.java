package io.landbridge.compat.upgrade;

/** The upgrade did not get on; says where and shows what was said. */
public final class UpgradeException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UpgradeException(String message) {
    super(message);
  }
}
