package io.landbridge.migrate.verify;

import java.util.List;

/**
 * What both models say about one application. Its component names are the JSON {@code verify}
 * prints.
 *
 * @param namespace the namespace
 * @param application the application
 * @param equal whether there is nothing missing, extra, different or unmapped
 * @param leftOut whether its name, or that of its namespace, cannot be used at application level:
 *     it stays at interface level
 * @param addresses how many addresses both offer
 * @param missing offered at interface level only
 * @param extra offered at application level only
 * @param different parameters that consumers of the two models see differently
 * @param unmapped interfaces under which application-level consumers do not find the application
 * @param unverified addresses of which only the provider itself can tell what it offers
 */
public record Comparison(
    String namespace,
    String application,
    boolean equal,
    boolean leftOut,
    int addresses,
    List<Finding> missing,
    List<Finding> extra,
    List<ParameterFinding> different,
    List<String> unmapped,
    List<Finding> unverified) {

  /** Copies the lists. */
  public Comparison {
    missing = List.copyOf(missing);
    extra = List.copyOf(extra);
    different = List.copyOf(different);
    unmapped = List.copyOf(unmapped);
    unverified = List.copyOf(unverified);
  }

  /**
   * An address in one model.
   *
   * @param service {@code [group/]interface[:version]}; empty when it is not known what is there
   * @param protocol the protocol; empty when that is not known
   * @param address {@code ip:port}
   * @param reason why the other model does not have it, as far as can be told
   */
  public record Finding(String service, String protocol, String address, String reason) {}

  /**
   * A parameter with two values.
   *
   * @param service {@code [group/]interface[:version]}
   * @param protocol the protocol
   * @param address {@code ip:port}
   * @param parameter its name
   * @param interfaceLevel its value at interface level; empty when absent
   * @param applicationLevel its value at application level; empty when absent
   */
  public record ParameterFinding(
      String service,
      String protocol,
      String address,
      String parameter,
      String interfaceLevel,
      String applicationLevel) {}
}
