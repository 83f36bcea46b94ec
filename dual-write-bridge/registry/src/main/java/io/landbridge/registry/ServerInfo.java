package io.landbridge.registry;

import java.util.Objects;

/**
 * The server a connection found.
 *
 * @param api the API it is talked to with
 * @param version the version it says it is, or {@code unknown}
 * @param address where it answered
 */
public record ServerInfo(Api api, String version, ServerAddress address) {

  /** The version of a server that does not tell. */
  public static final String UNKNOWN_VERSION = "unknown";

  /** Checks that no part is missing. */
  public ServerInfo {
    Objects.requireNonNull(api, "api");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(address, "address");
  }

  /** The HTTP APIs of Nacos that list everything. */
  public enum Api {
    /** The open API of the 1.x and 2.x lines, under {@code /v1}. */
    V1,
    /** The admin and client API of the 3.x line, under {@code /v3}. */
    V3
  }
}
