package io.landbridge.service.answer;

import java.util.List;
import java.util.Map;

/**
 * A metadata document, as an operator sees it.
 *
 * @param revision the hash its instances carry
 * @param application the application it describes
 * @param services what the instances serve, by service key and protocol
 */
public record DocumentStatus(String revision, String application, List<Service> services) {

  /** Copies the list. */
  public DocumentStatus {
    services = List.copyOf(services);
  }

  /**
   * One service on one protocol.
   *
   * @param name the Java interface
   * @param group the Dubbo group; empty when absent
   * @param version the Dubbo version; empty when absent
   * @param protocol the protocol
   * @param port the port, or -1 when the document does not say
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
      Map<String, String> params) {}
}
