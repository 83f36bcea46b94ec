package io.landbridge.compat.cluster;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A Nacos server that can be started here, and what differs between the lines from outside. */
public enum NacosVersion {
  /** The last widely used server of the 1.x line: HTTP and UDP only. */
  V1_4_1("1.4.1"),
  /** The last line that writes everything twice, so that servers of 1.x can be in its cluster. */
  V2_0_3("2.0.3"),
  /** The 2.x line: HTTP and gRPC. */
  V2_2_4("2.2.4"),
  /** The 3.x line: its own HTTP API, gRPC, and what is left of {@code /v1}. */
  V3_1_0("3.1.0");

  private final String number;

  NacosVersion(String number) {
    this.number = number;
  }

  /** The version as it is listed in {@code versions.txt}. */
  public String number() {
    return number;
  }

  /** 1, 2 or 3. */
  public int line() {
    return number.charAt(0) - '0';
  }

  /**
   * Finds a version by its number.
   *
   * @throws IllegalArgumentException if there is none; names those that exist
   */
  public static NacosVersion of(String number) {
    return Arrays.stream(values())
        .filter(version -> version.number.equals(number))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no Nacos "
                        + number
                        + " here; there are "
                        + Arrays.stream(values())
                            .map(NacosVersion::number)
                            .collect(Collectors.joining(", "))
                        + "."));
  }

  /** Whether it has users, and loads what is in its plugins directory. */
  public boolean isExtensible() {
    return this == V2_2_4 || this == V3_1_0;
  }

  /** The main class of the server itself. */
  public String mainClass() {
    return switch (this) {
      case V1_4_1 -> "com.alibaba.nacos.Nacos";
      case V2_0_3 -> "io.landbridge.compat.server.nacos20.Nacos20";
      case V2_2_4 -> "io.landbridge.compat.server.nacos2.Nacos2";
      case V3_1_0 -> "io.landbridge.compat.server.nacos3.Nacos3";
    };
  }

  /** Answers 200 once the server takes requests, with authentication on or off. */
  String readinessPath() {
    return switch (this) {
      case V1_4_1 -> "/v1/console/health/readiness";
      // These builds have no console module, which the usual readiness check is part of.
      case V2_0_3, V2_2_4 -> "/v1/ns/operator/metrics";
      case V3_1_0 -> "/v3/admin/core/state/readiness";
    };
  }

  /** The member list with the leader of each Raft group. */
  String membersPath() {
    return line() == 3 ? "/v3/admin/core/cluster/node/list" : "/v1/core/cluster/nodes";
  }

  String loginPath() {
    return line() == 3 ? "/v3/auth/user/login" : "/v1/auth/login";
  }

  @Override
  public String toString() {
    return number;
  }
}
