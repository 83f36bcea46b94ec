package io.landbridge.front;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a client of 1.x can ask, by the verb and path it asks with. */
public enum V1Operation {
  /** Registers an instance. */
  REGISTER("POST", "/v1/ns/instance", Access.WRITE, true),
  /** Takes an instance away. */
  DEREGISTER("DELETE", "/v1/ns/instance", Access.WRITE, true),
  /** Edits an instance. */
  UPDATE("PUT", "/v1/ns/instance", Access.WRITE, true),
  /** Says that an instance lives. */
  BEAT("PUT", "/v1/ns/instance/beat", Access.WRITE, true),
  /** One instance. */
  DETAIL("GET", "/v1/ns/instance", Access.READ, false),
  /** The instances of a service; subscribes whoever names a UDP port. */
  LIST("GET", "/v1/ns/instance/list", Access.READ, false),
  /** The names of services. */
  SERVICES("GET", "/v1/ns/service/list", Access.READ, false),
  /** The server's switches. */
  SWITCHES("GET", "/v1/ns/operator/switches", Access.OPEN, false),
  /** Whether the server is well. */
  METRICS("GET", "/v1/ns/operator/metrics", Access.OPEN, false),
  /** A token for a name and a password, as clients up to 1.1 ask for it. */
  LOGIN("POST", "/v1/auth/login", Access.OPEN, false),
  /** A token for a name and a password, as clients since 1.2 ask for it. */
  USERS_LOGIN("POST", "/v1/auth/users/login", Access.OPEN, false),
  /** A configuration. */
  CONFIG_GET("GET", "/v1/cs/configs", Access.READ, false),
  /** Publishes a configuration. */
  CONFIG_PUBLISH("POST", "/v1/cs/configs", Access.WRITE, false),
  /** Removes a configuration. */
  CONFIG_REMOVE("DELETE", "/v1/cs/configs", Access.WRITE, false),
  /** Waits until one of many configurations changes. */
  CONFIG_LISTEN("POST", "/v1/cs/configs/listener", Access.READ, false);

  /** What a client must be allowed to do. */
  public enum Access {
    /** Nothing in particular. */
    OPEN,
    /** To read in the service's namespace and group. */
    READ,
    /** To write there. */
    WRITE
  }

  /** Every path of the API begins with this. */
  public static final String PREFIX = "/v1/";

  private static final Map<String, V1Operation> BY_REQUEST =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(each -> each.verb + each.path, each -> each));

  private final String verb;
  private final String path;
  private final Access access;
  private final boolean responsibleOnly;

  V1Operation(String verb, String path, Access access, boolean responsibleOnly) {
    this.verb = verb;
    this.path = path;
    this.access = access;
    this.responsibleOnly = responsibleOnly;
  }

  /**
   * Looks an operation up.
   *
   * @param verb of HTTP, in capitals
   * @param path below the server's context path, exactly as a client spells it
   */
  public static Optional<V1Operation> of(String verb, String path) {
    return path.startsWith(PREFIX)
        ? Optional.ofNullable(BY_REQUEST.get(verb + path))
        : Optional.empty();
  }

  /** What a client must be allowed to do. */
  public Access access() {
    return access;
  }

  /** Whether only the member that is responsible for the instance's address may do it. */
  public boolean responsibleOnly() {
    return responsibleOnly;
  }

  /** Whether this is part of the API for configurations. */
  public boolean isConfig() {
    return this == CONFIG_GET
        || this == CONFIG_PUBLISH
        || this == CONFIG_REMOVE
        || this == CONFIG_LISTEN;
  }

  /** Whether this asks for a token. */
  public boolean isLogin() {
    return this == LOGIN || this == USERS_LOGIN;
  }
}
