package io.landbridge.registry.plugin;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A metadata document as the catalog has it, also one that its provider keeps itself.
 *
 * @param revision what it is known by
 * @param application whose it is
 * @param services what is offered
 */
public record PluginDocument(String revision, String application, List<Service> services) {

  /** Copies the list. */
  public PluginDocument {
    services = List.copyOf(services);
  }

  /**
   * One service on one protocol.
   *
   * @param name the Java interface
   * @param group the Dubbo group; empty when absent
   * @param version the Dubbo version; empty when absent
   * @param protocol the protocol
   * @param port the port it is served on, or -1 when the document does not say
   * @param path the path in the URL
   * @param params the URL parameters
   */
  public record Service(
      String name,
      String group,
      String version,
      String protocol,
      int port,
      String path,
      SortedMap<String, String> params) {

    /** Copies the parameters. */
    public Service {
      params = new TreeMap<>((Map<String, String>) params);
    }
  }
}
